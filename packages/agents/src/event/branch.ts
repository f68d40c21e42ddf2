/**
 * Whether an agent on `currentBranch` may read an event of `eventBranch`: its own branch, an ancestor of it, or the root;
 * at the root everything is readable.
 */
export function isBranchReadable(
  eventBranch: string | undefined,
  currentBranch: string | undefined,
): boolean {
  return isEmpty(currentBranch) || isSelfOrAncestor(eventBranch, currentBranch);
}

/**
 * Whether an agent on `currentBranch` may continue a chain whose head lies on `headBranch`: its own branch, an ancestor of
 * it, or the root. A sibling's or a descendant's conversation is not its own.
 */
export function isBranchContinuable(
  headBranch: string | undefined,
  currentBranch: string | undefined,
): boolean {
  return isSelfOrAncestor(headBranch, currentBranch);
}

function isSelfOrAncestor(branch: string | undefined, currentBranch: string | undefined): boolean {
  return isEmpty(branch) || branch === currentBranch || (currentBranch?.startsWith(`${branch}.`) ?? false);
}

function isEmpty(branch: string | undefined): boolean {
  return branch === undefined || branch === '';
}
