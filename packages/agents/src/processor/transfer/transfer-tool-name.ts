/** The tool that hands the conversation to another agent. */
export const TRANSFER_TOOL_NAME = 'transfer_to_agent';
