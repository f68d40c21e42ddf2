import { z } from 'zod';
import { isJsonObject } from './json.ts';
import type { Kit, Mode } from './kit.ts';

interface InputParts {
  readonly content: z.ZodType;
  readonly contentOptions: readonly [z.ZodObject, ...z.ZodObject[]];
  readonly step: z.ZodType;
  readonly stepOptions: readonly [z.ZodObject, ...z.ZodObject[]];
  readonly functionResult: z.ZodObject;
}

type Input<Content, Step> = string | Content | Content[] | Step[];

/**
 * What an interaction starts from. A list is read item by item, by type, so that a fault inside an item is reported there
 * and not as "none of four forms".
 */
export function inputSchemas<M extends Mode, Parts extends InputParts>(kit: Kit<M>, parts: Parts) {
  type Canonical = Input<z.output<Parts['content']>, z.output<Parts['step']>>;
  const { contentOptions, stepOptions } = parts;
  const isContent = contentTest(contentOptions);
  const list = (item: z.ZodType) =>
    z.array(item).refine((items) => items.every(isContent) || !items.some(isContent), {
      error: 'contents and steps cannot stand in one list',
    });
  const canonical = z.union([
    z.string(),
    parts.content,
    list(kit.oneOf([...contentOptions, ...stepOptions])),
  ]);

  const userInput = kit.object({
    type: z.literal('user_input'),
    content: kit.optional(
      z.union([z.string(), z.array(kit.oneOf([...contentOptions, parts.functionResult]))]),
    ),
  });
  const otherSteps = stepOptions.filter((option) => !isUserInput(option));
  const tolerated = z.union([
    z.string(),
    parts.content,
    list(kit.oneOf([...contentOptions, userInput, ...otherSteps])),
  ]);
  return {
    input: canonical as unknown as z.ZodType<Canonical>,
    /** As `input`, and two forms that clients send: `content` as a string, and a result inside `content`. */
    requestInput: tolerated.transform(toCanonical) as unknown as z.ZodType<Canonical>,
  };
}

function contentTest(options: readonly z.ZodObject[]): (item: unknown) => boolean {
  const types = new Set<unknown>(options.flatMap((option) => [...(option.shape.type?._zod.values ?? [])]));
  return (item) => isJsonObject(item) && types.has(item.type);
}

function isUserInput(option: z.ZodObject): boolean {
  return option.shape.type?._zod.values?.has('user_input') ?? false;
}

function toCanonical(input: unknown): unknown {
  return Array.isArray(input) ? input.flatMap(toCanonicalItems) : input;
}

/** Results leave the user's content and become steps, in their place among the pieces of that content. */
function toCanonicalItems(item: unknown): unknown[] {
  if (!isJsonObject(item) || item.type !== 'user_input') {
    return [item];
  }
  if (typeof item.content === 'string') {
    return [{ ...item, content: [{ type: 'text', text: item.content }] }];
  }
  const pieces: unknown[] = Array.isArray(item.content) ? item.content : [];
  if (!pieces.some(isResult)) {
    return [item];
  }
  const steps: unknown[] = [];
  let run: unknown[] = [];
  const closeRun = () => {
    if (run.length > 0) {
      steps.push({ type: 'user_input', content: run });
    }
    run = [];
  };
  for (const piece of pieces) {
    if (isResult(piece)) {
      closeRun();
      steps.push(piece);
    } else {
      run.push(piece);
    }
  }
  closeRun();
  return steps;
}

function isResult(piece: unknown): boolean {
  return isJsonObject(piece) && piece.type === 'function_result';
}
