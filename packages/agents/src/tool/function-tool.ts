import type { FunctionDeclaration, Schema } from '@google/genai';
import type { Context } from '../context/context.ts';
import { AgentsError } from '../error.ts';
import type { JsonSchema, Zod3Like, Zod4Like } from '../schema/schema-like.ts';
import { toJsonSchema } from '../schema/to-json-schema.ts';
import { validate } from '../schema/validate.ts';
import { BaseTool, type RunAsyncToolRequest } from './base-tool.ts';
import { toolFailed } from './tool-failed.ts';

const BRAND = Symbol.for('catenary.agents.function-tool');

/**
 * What `execute` takes: an object schema of zod 4 or zod 3, of any copy of it, a JSON Schema, the SDK's `Schema`, or
 * nothing for a tool without arguments.
 */
export type ToolInputParameters =
  | (Zod4Like<object> & { readonly _zod: { readonly def: { readonly type: 'object' } } })
  | (Zod3Like<object> & { readonly shape: object })
  | Schema
  | JsonSchema
  | undefined;

/** What `execute` gets as its first argument: what the schema of zod gives, else a record. */
export type ToolExecuteArgument<P extends ToolInputParameters> =
  P extends Zod4Like<infer Output>
    ? Output
    : P extends Zod3Like<infer Output>
      ? Output
      : Record<string, unknown>;

/** The function behind a tool; the context is there in every run, and may be left out by who calls it otherwise. */
export type ToolExecuteFunction<P extends ToolInputParameters> = (
  input: ToolExecuteArgument<P>,
  toolContext?: Context,
) => unknown;

/** What a `FunctionTool` is made from. */
export interface ToolOptions<P extends ToolInputParameters> {
  /** Default: the name of `execute`. */
  readonly name?: string;
  readonly description: string;
  readonly parameters?: P;
  /**
   * May be async. Objects are the result as they are; lists become `{results}`, anything else, nothing included,
   * `{result}`. What it throws is told to the model as an error.
   */
  readonly execute: ToolExecuteFunction<P>;
  /** The result comes later, from outside the run: when `execute` returns nothing, the run ends with the call. */
  readonly isLongRunning?: boolean;
}

/** A function that the model may call. Its arguments are checked before it runs; bad ones are told to the model. */
export class FunctionTool<P extends ToolInputParameters = undefined> extends BaseTool {
  readonly [BRAND] = true;
  readonly #parameters: P | undefined;
  readonly #execute: ToolExecuteFunction<P>;
  #declaration: FunctionDeclaration | undefined;

  /** Throws `invalid_argument` where there is no name. */
  constructor(options: ToolOptions<P>) {
    const name = options.name ?? options.execute.name;
    if (name === '') {
      throw new AgentsError({
        code: 'invalid_argument',
        message: 'A FunctionTool has no name.',
        hint: 'Give it `name`, or pass a named function as `execute`.',
      });
    }
    super({ ...options, name });
    this.#parameters = options.parameters;
    this.#execute = options.execute;
  }

  /** Made at the first call, and the same one after that. Throws `invalid_argument` for a schema of something else than an object. */
  override _getDeclaration(): FunctionDeclaration {
    this.#declaration ??= {
      name: this.name,
      description: this.description,
      ...(this.#parameters === undefined
        ? {}
        : { parametersJsonSchema: objectSchema(this.name, this.#parameters) }),
    };
    return this.#declaration;
  }

  /** Throws `tool_failed`, with the cause, for bad arguments and for what `execute` throws. */
  override async runAsync({ args, toolContext }: RunAsyncToolRequest): Promise<unknown> {
    try {
      const input = await this.#parse(args);
      return await this.#execute(input, toolContext);
    } catch (cause) {
      throw toolFailed(this.name, cause);
    }
  }

  async #parse(args: Record<string, unknown>): Promise<ToolExecuteArgument<P>> {
    if (this.#parameters === undefined) {
      // Without a schema the argument is a record.
      return args as ToolExecuteArgument<P>;
    }
    const checked = await validate(this.#parameters, args);
    if (!checked.isValid) {
      throw new AgentsError({
        code: 'invalid_argument',
        message: `the arguments are invalid: ${checked.problem}`,
      });
    }
    // The schema has just given the value the type that it stands for.
    return checked.value as ToolExecuteArgument<P>;
  }
}

/** Recognises function tools of any copy of this package. */
export function isFunctionTool(value: unknown): value is FunctionTool {
  return typeof value === 'object' && value !== null && BRAND in value;
}

function objectSchema(name: string, parameters: NonNullable<ToolInputParameters>): JsonSchema {
  const schema = toJsonSchema(parameters);
  if (schema.type === undefined) {
    return { type: 'object', ...schema };
  }
  if (schema.type !== 'object') {
    throw new AgentsError({
      code: 'invalid_argument',
      message: `The parameters of the tool "${name}" are of the type ${JSON.stringify(schema.type)}.`,
      hint: 'A model names its arguments, so parameters are an object: z.object({ ... }).',
    });
  }
  return schema;
}
