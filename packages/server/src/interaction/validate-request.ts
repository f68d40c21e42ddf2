import type {
  CreateInteractionRequest,
  CreateModelInteractionRequest,
  ResponseFormat,
  Tool,
} from '@catenary/protocol';
import { ServerError } from '../error.ts';

/** The tools that this server offers: functions of the client, and its own search. */
const SERVED_TOOLS: readonly Tool['type'][] = ['function', 'google_search'];

/** Fields that are accepted and have no effect here; a response names those that a request had. */
const IGNORED_FIELDS = ['labels', 'safety_settings', 'service_tier'] as const;

/** Fields that would change the answer or cause an effect, which this server does not bring about. */
const REFUSED_FIELDS = ['cached_content', 'environment', 'webhook_config', 'continuation_token'] as const;

/**
 * Refuses the combinations that cannot be, and what this server does not do; the shapes were checked by the parser. Returns the
 * request, which is one for a model.
 * Throws `ServerError`: `invalid_request` with a path, `model_not_found` for an agent.
 */
export function validateRequest(request: CreateInteractionRequest): CreateModelInteractionRequest {
  if ('agent' in request) {
    refuseAgent(request.agent);
  }
  if (request.input === undefined) {
    refuse('input', 'A request needs an input.', 'Send a text, contents or steps.');
  }
  checkStorage(request);
  for (const field of REFUSED_FIELDS) {
    if (request[field] !== undefined) {
      refuse(field, `${field} is not served here.`, 'Leave it out.');
    }
  }
  if (request.service_tier === 'deferred') {
    refuse('service_tier', 'The service tier "deferred" is not served here.', 'Use background: true.');
  }
  checkFormat(request);
  checkTools(request.tools ?? []);
  checkToolChoice(request);
  return request;
}

/** The fields of a request that had no effect; empty for most. */
export function ignoredFields(request: CreateModelInteractionRequest): string[] {
  return IGNORED_FIELDS.filter((field) => request[field] !== undefined && request[field] !== 'standard');
}

function refuseAgent(agent: string): never {
  throw new ServerError({
    code: 'model_not_found',
    message: `There is no agent "${agent}" here: this server answers with models.`,
    hint: 'Send a model instead.',
    path: 'agent',
  });
}

function checkStorage(request: CreateModelInteractionRequest): void {
  if (request.store === false && request.background === true) {
    refuse(
      'background',
      'background: true needs store: true.',
      'An interaction that is not kept cannot be asked for.',
    );
  }
  if (request.store === false && request.previous_interaction_id !== undefined) {
    refuse(
      'previous_interaction_id',
      'store: false does not go with previous_interaction_id.',
      'Store the interaction, or send the whole conversation as steps in input.',
    );
  }
}

function checkFormat(request: CreateModelInteractionRequest): void {
  const other = request.response_modalities?.find((modality) => modality !== 'text');
  if (other !== undefined) {
    refuse('response_modalities', `The modality "${other}" is not served here.`, 'Answers are text.');
  }
  const formats = toList(request.response_format);
  const foreign = formats.findIndex(({ type }) => type === 'image' || type === 'audio' || type === 'video');
  if (foreign >= 0) {
    const path = Array.isArray(request.response_format)
      ? `response_format[${foreign}].type`
      : 'response_format.type';
    refuse(
      path,
      `The response format "${String(formats[foreign]?.type)}" is not served here.`,
      'Answers are text.',
    );
  }
}

function checkTools(tools: readonly Tool[]): void {
  const names = new Set<string>();
  for (const [index, tool] of tools.entries()) {
    if (!SERVED_TOOLS.includes(tool.type)) {
      refuse(
        `tools[${index}].type`,
        `The tool "${tool.type}" is not served here.`,
        `This server has ${SERVED_TOOLS.join(' and ')}; declare a function for anything else.`,
      );
    }
    if (tool.type !== 'function') {
      continue;
    }
    const { name = '' } = tool;
    if (name === '' || names.has(name)) {
      const fault = name === '' ? 'A function needs a name.' : `Two functions are named "${name}".`;
      refuse(`tools[${index}].name`, fault, 'A call finds its function by name.');
    }
    names.add(name);
  }
}

function checkToolChoice(request: CreateModelInteractionRequest): void {
  const choice = request.generation_config?.tool_choice;
  if (choice === undefined) {
    return;
  }
  const path = 'generation_config.tool_choice';
  const functions = new Set(
    (request.tools ?? []).flatMap((tool) => (tool.type === 'function' ? [tool.name] : [])),
  );
  if (functions.size === 0) {
    refuse(
      path,
      'tool_choice governs functions, and this request declares none.',
      'Declare a function, or leave it out.',
    );
  }
  const allowed = typeof choice === 'string' ? [] : (choice.allowed_tools?.tools ?? []);
  const unknown = allowed.find((name) => !functions.has(name));
  if (unknown !== undefined) {
    refuse(
      `${path}.allowed_tools.tools`,
      `There is no function "${unknown}" in tools.`,
      'Name declared functions only.',
    );
  }
}

function toList(format: CreateModelInteractionRequest['response_format']): readonly ResponseFormat[] {
  return format === undefined ? [] : Array.isArray(format) ? format : [format];
}

function refuse(path: string, message: string, hint: string): never {
  throw new ServerError({ code: 'invalid_request', message, hint, path });
}
