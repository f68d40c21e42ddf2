import type { Agent } from '../contract/agent.ts';
import { AgentsError } from '../error.ts';

const NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$_-]*$/u;

/** Throws `invalid_argument` for a name that an agent cannot have. */
export function checkName(name: string): void {
  if (name === 'user') {
    throw new AgentsError({
      code: 'invalid_argument',
      message: 'An agent cannot be named "user".',
      hint: 'Events of the user carry that name. Choose another.',
    });
  }
  if (!NAME.test(name)) {
    throw new AgentsError({
      code: 'invalid_argument',
      message: `An agent cannot be named "${name}".`,
      hint: 'Begin with a letter, `_` or `$`, and go on with letters, digits, `_`, `$` or `-`.',
    });
  }
}

/**
 * Throws `invalid_argument` for a tree with one name twice, and for a sub-agent that has a parent already. The root must
 * not be anybody's parent yet.
 */
export function checkTree(root: Agent): void {
  const names = new Set([root.name]);
  const visit = (parent: Agent): void => {
    for (const agent of parent.subAgents) {
      if (names.has(agent.name)) {
        throw new AgentsError({
          code: 'invalid_argument',
          message: `Two agents below "${root.name}" are named "${agent.name}", or one stands there twice.`,
          hint: 'Conversations and hand-overs go by name, so give each agent a name of its own.',
        });
      }
      names.add(agent.name);
      visit(agent);
    }
  };
  visit(root);
  for (const { name, parentAgent } of root.subAgents) {
    if (parentAgent !== undefined) {
      throw new AgentsError({
        code: 'invalid_argument',
        message: `"${name}" cannot become a sub-agent of "${root.name}": its parent is "${parentAgent.name}".`,
        hint: 'An agent has one parent. Make a second agent, or wrap this one in an AgentTool.',
      });
    }
  }
}
