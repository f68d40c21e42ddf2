import type { ModelDefaults } from '../contract/model.ts';
import { AgentsError } from '../error.ts';
import type { BaseLlm } from './base-llm.ts';
import { Gemini } from './gemini.ts';
import { type Environment, isGoogleUrl } from './resolve-endpoint.ts';

/** A class of models that the registry can make by name. */
export interface BaseLlmType {
  new (params: { readonly model: string } & ModelDefaults): BaseLlm;
  /** Whole names, or patterns that match a whole name. */
  readonly supportedModels: ReadonlyArray<string | RegExp>;
}

// Most recently registered first: a program's own class may take a name over.
const types: BaseLlmType[] = [Gemini];

/** Turns the names that agents give their models into models. */
// biome-ignore lint/complexity/noStaticOnlyClass: the name and shape that programs written for ADK call.
export class LLMRegistry {
  /** Makes the class answer for the names it supports, before those registered earlier. */
  static register(type: BaseLlmType): void {
    const known = types.indexOf(type);
    if (known !== -1) {
      types.splice(known, 1);
    }
    types.unshift(type);
  }

  /** The class for a name. Throws `invalid_argument`, listing what is registered. */
  static resolve(model: string): BaseLlmType {
    const found = find(model);
    if (found === undefined) {
      const known = types.flatMap((type) => type.supportedModels.map(String)).join(', ');
      throw new AgentsError({
        code: 'invalid_argument',
        message: `No model class is registered for the name "${model}".`,
        hint: `Registered are: ${known}. Pass a model object, register a class with LLMRegistry.register, or set modelDefaults.baseUrl, under which a server of your own serves any name.`,
      });
    }
    return found;
  }

  /**
   * A model by its name, with the settings that the app gives every such model. Under a base URL that is not Google's, any
   * name is a model of that server. `CATENARY_INTERACTIONS=1` switches the Interactions API on where the settings are silent.
   */
  static newLlm(
    model: string,
    defaults: ModelDefaults = {},
    environment: Environment = globalThis.process?.env ?? {},
  ): BaseLlm {
    const baseUrl = defaults.baseUrl ?? environment.GOOGLE_GEMINI_BASE_URL;
    const isForeign = baseUrl !== undefined && baseUrl !== '' && !isGoogleUrl(baseUrl);
    const Type = find(model) ?? (isForeign ? Gemini : LLMRegistry.resolve(model));
    return new Type({ model, ...withEnvironment(defaults, environment) });
  }
}

function find(model: string): BaseLlmType | undefined {
  return types.find((type) => type.supportedModels.some((pattern) => matches(pattern, model)));
}

function withEnvironment(defaults: ModelDefaults, environment: Environment): ModelDefaults {
  const flag = environment.CATENARY_INTERACTIONS?.toLowerCase();
  const isSwitchedOn = flag === '1' || flag === 'true';
  return isSwitchedOn ? { useInteractionsApi: true, ...defaults } : defaults;
}

function matches(pattern: string | RegExp, model: string): boolean {
  return typeof pattern === 'string'
    ? pattern === model
    : new RegExp(`^(?:${pattern.source})$`, pattern.flags.replace(/[gy]/g, '')).test(model);
}
