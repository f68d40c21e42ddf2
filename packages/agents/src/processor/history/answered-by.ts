/**
 * The key in `customMetadata` that names the target of an answer that is no head of a chain (stateless mode), so that
 * its raw steps go back only to the target whose signatures they carry.
 */
export const ANSWERED_BY = 'catenary:answeredBy';
