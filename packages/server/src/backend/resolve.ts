import { ServerError } from '../error.ts';
import { StartError } from '../start-error.ts';
import type { Backend } from './backend.ts';

/** Lets a backend answer under further names. */
export interface ModelAlias {
  /** A model's name; `*` stands for any characters. */
  readonly pattern: string;
  /** The name of a backend. */
  readonly target: string;
}

/** Reads `gemini-*=offline-rules`. Throws `StartError` `invalid_option`. */
export function parseAlias(text: string): ModelAlias {
  const [, pattern, target] = /^\s*([^\s=]+)\s*=\s*([^\s=*]+)\s*$/.exec(text) ?? [];
  if (pattern === undefined || target === undefined) {
    throw new StartError({
      code: 'invalid_option',
      message: `"${text}" is not an alias.`,
      hint: 'Write a name or pattern, "=", and a backend, as gemini-*=offline-rules.',
    });
  }
  return { pattern: withoutPrefix(pattern), target };
}

/** Finds the backend for a model's name; throws `ServerError` `model_not_found`. */
export type ResolveModel = (model: string) => Backend;

/**
 * Resolves names: a backend's own name first, then the first alias that matches. `models/` before a name is accepted. Nothing
 * else answers: an unknown model is an error and never another model's answer.
 * Throws `StartError` `invalid_option` for an alias of a backend that is not there.
 */
export function createModelResolver(
  backends: readonly Backend[],
  aliases: readonly ModelAlias[],
): ResolveModel {
  const byName = new Map(backends.map((backend) => [backend.name, backend]));
  const names = [...byName.keys()].join(', ');
  const patterns = aliases.map(({ pattern, target }) => {
    const backend = byName.get(target);
    if (backend === undefined) {
      throw new StartError({
        code: 'invalid_option',
        message: `The alias ${pattern}=${target} names a backend that is not there.`,
        hint: `Backends of this server: ${names}.`,
      });
    }
    return { expression: toExpression(pattern), backend };
  });
  return (model) => {
    const name = withoutPrefix(model);
    const backend = byName.get(name) ?? patterns.find(({ expression }) => expression.test(name))?.backend;
    if (backend === undefined) {
      const known = [names, ...aliases.map(({ pattern }) => pattern)].join(', ');
      throw new ServerError({
        code: 'model_not_found',
        message: `The model ${JSON.stringify(name.slice(0, 80))} is not served here.`,
        hint: `This server answers to: ${known}. An alias makes it answer to more names.`,
        path: 'model',
      });
    }
    return backend;
  };
}

function withoutPrefix(model: string): string {
  return model.startsWith('models/') ? model.slice('models/'.length) : model;
}

function toExpression(pattern: string): RegExp {
  const parts = pattern.split('*').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}
