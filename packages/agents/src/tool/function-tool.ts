import type { FunctionDeclaration, Schema } from '@google/genai';
import type { z } from 'zod';
import type * as z3 from 'zod/v3';
import type { Context } from '../context/context.ts';
import type { RunAsyncToolRequest } from '../contract/tool.ts';
import { AgentsError } from '../error.ts';
import type { JsonSchema } from '../schema/schema-like.ts';
import { toJsonSchema } from '../schema/to-json-schema.ts';
import { validate } from '../schema/validate.ts';
import { BaseTool } from './base-tool.ts';

const BRAND = Symbol.for('catenary.agents.function-tool');

/** An object schema of zod 4 or zod 3, a JSON Schema, the SDK's `Schema`, or nothing for a tool without arguments. */
export type ToolInputParameters =
  | z.ZodObject<z.ZodRawShape>
  | z3.ZodObject<z3.ZodRawShape>
  | Schema
  | JsonSchema
  | undefined;

/** What `execute` gets as its first argument. */
export type ToolExecuteArgument<P extends ToolInputParameters> =
  P extends z.ZodObject<z.ZodRawShape>
    ? z.output<P>
    : P extends z3.ZodObject<z3.ZodRawShape>
      ? z3.infer<P>
      : Record<string, unknown>;

export type ToolExecuteFunction<P extends ToolInputParameters> = (
  input: ToolExecuteArgument<P>,
  toolContext?: Context,
) => unknown;

export interface ToolOptions<P extends ToolInputParameters> {
  /** Default: the name of `execute`. */
  readonly name?: string;
  readonly description: string;
  readonly parameters?: P;
  /**
   * Strings, numbers and booleans become `{result}`, lists `{results}`, nothing `{result: undefined}`; objects are the
   * result as they are. What it throws is told to the model as an error.
   */
  readonly execute: ToolExecuteFunction<P>;
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
    if (name === '' || name === 'execute') {
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

  override _getDeclaration(): FunctionDeclaration {
    this.#declaration ??= {
      name: this.name,
      description: this.description,
      ...(this.#parameters === undefined ? {} : { parametersJsonSchema: toJsonSchema(this.#parameters) }),
    };
    return this.#declaration;
  }

  override async runAsync({ args, toolContext }: RunAsyncToolRequest): Promise<unknown> {
    try {
      const input = this.#parameters === undefined ? args : await checkArguments(this.#parameters, args);
      // The schema has just given the value the type that it stands for; the context is of our own class.
      return await this.#execute(input as ToolExecuteArgument<P>, toolContext as Context);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`Error in tool '${this.name}': ${reason}`, { cause });
    }
  }
}

/** Recognises function tools of any copy of this package. */
export function isFunctionTool(value: unknown): value is FunctionTool {
  return typeof value === 'object' && value !== null && BRAND in value;
}

async function checkArguments(
  parameters: NonNullable<ToolInputParameters>,
  args: Record<string, unknown>,
): Promise<unknown> {
  const checked = await validate(parameters, args);
  if (!checked.isValid) {
    throw new AgentsError({
      code: 'invalid_argument',
      message: `the arguments are invalid: ${checked.problem}`,
    });
  }
  return checked.value;
}
