import { plainCopy } from '../frozen-copy.ts';
import type { RequestDraft } from './request-draft.ts';

/** Names the model and copies the agent's generation config, so that nothing edited later reaches the agent. */
export function basic({ agent, model, request }: RequestDraft): void {
  request.model = model.model;
  request.config = plainCopy(agent.generateContentConfig ?? {});
}
