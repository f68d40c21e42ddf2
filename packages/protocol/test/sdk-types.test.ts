import type { Interactions as Sdk } from '@google/genai';
import { expect, it } from 'vitest';
import type * as Ours from '../src/index.ts';

// The type check of the repository is what proves this file; at run time it only says that it was loaded. Each claim lists
// what the two disagree about, by variant or by field; `never` is full agreement.

/** Without the `undefined` that the SDK adds to optional fields: JSON has none, and our types leave it out. */
type Exact<T> = T extends string | number | boolean | null
  ? T
  : T extends readonly (infer Item)[]
    ? Exact<Item>[]
    : T extends object
      ? { [K in keyof T]: Exact<Exclude<T[K], undefined>> }
      : T;

/** The variants of `A` that `B` does not take, by their discriminator. */
type Refused<A, B, Key extends string = 'type'> =
  A extends Record<Key, infer Word> ? ([A] extends [Extract<B, Record<Key, Word>>] ? never : Word) : never;

/** The fields that `A` may have and `B` does not take. */
type RefusedFields<A, B> = {
  [K in keyof A]-?: K extends keyof B ? ([Required<A>[K]] extends [B[K]] ? never : K) : K;
}[keyof A];

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : { found: A }) : { found: A };
const holds = <_Claim extends true>() => undefined;

type SdkDelta = Sdk.StepDelta['delta'];
type SdkModelRequest = Sdk.InteractionCreateParams.CreateModelInteractionParams;
type SdkAgentRequest = Sdk.InteractionCreateParams.CreateAgentInteractionParams;

/** Version 3.3.0 of the SDK lets code answer with contents too; 2.32.0 knows text only. */
type WidenedSince = 'code_execution_result';
/** The summary delta of the SDK takes any content, its thought step text and images only; ours take what the delta takes. */
type Thought = 'thought';
/** The modes of a tool choice are closed here: to guess an unknown one could call a tool nobody asked for. */
type ClosedChoice = 'generation_config' | 'tools';
/** The SDK's own: they never reach the wire, or it adds them to what it has read. */
type NotOnTheWire =
  | 'api_version'
  | 'continuation_ids'
  | 'output_text'
  | 'output_image'
  | 'output_audio'
  | 'output_video';
/** On the wire, and not in the typings. */
type NotInTheSdk = 'object';

it('our types and those of the SDK take each other, but for the exceptions above', () => {
  holds<Same<Refused<Ours.Content, Sdk.Content>, never>>();
  holds<Same<Refused<Exact<Sdk.Content>, Ours.Content>, never>>();
  holds<Same<Refused<Ours.Annotation, Sdk.Annotation>, never>>();
  holds<Same<Refused<Exact<Sdk.Annotation>, Ours.Annotation>, never>>();

  holds<Same<Refused<Ours.Tool, Sdk.Tool>, never>>();
  // Its `allowed_tools` have a mode.
  holds<Same<Refused<Exact<Sdk.Tool>, Ours.Tool>, 'mcp_server'>>();

  holds<Same<Refused<Ours.Step, Sdk.Step>, WidenedSince | Thought>>();
  holds<Same<Refused<Exact<Sdk.Step>, Ours.Step>, never>>();
  holds<Same<Refused<Ours.Delta, SdkDelta>, WidenedSince>>();
  holds<Same<Refused<Exact<SdkDelta>, Ours.Delta>, never>>();

  // The events that hold a step or a delta, by the exceptions above.
  type WithSteps = 'interaction.created' | 'interaction.completed' | 'step.start' | 'step.delta';
  holds<Same<Refused<Ours.StreamEvent, Sdk.InteractionSSEEvent, 'event_type'>, WithSteps>>();
  // We write the nine statuses only; what arrives may hold others.
  type WithStatus = 'interaction.created' | 'interaction.completed' | 'interaction.status_update';
  holds<Same<Refused<Exact<Sdk.InteractionSSEEvent>, Ours.StreamEvent, 'event_type'>, WithStatus>>();
  holds<Same<Refused<Exact<Sdk.InteractionSSEEvent>, Ours.ReceivedStreamEvent, 'event_type'>, never>>();

  holds<Same<RefusedFields<Ours.GenerationConfig, Sdk.GenerationConfig>, never>>();
  holds<Same<RefusedFields<Exact<Sdk.GenerationConfig>, Ours.GenerationConfig>, 'tool_choice'>>();
  holds<Same<RefusedFields<Ours.Usage, Sdk.Usage>, never>>();
  holds<Same<RefusedFields<Exact<Sdk.Usage>, Ours.Usage>, never>>();
  holds<Same<RefusedFields<Ours.SafetySetting, Sdk.SafetySetting>, never>>();
  holds<Same<RefusedFields<Exact<Sdk.SafetySetting>, Ours.SafetySetting>, never>>();

  // `input` and `steps` hold steps.
  holds<Same<RefusedFields<Ours.Interaction, Sdk.Interaction>, 'input' | 'steps' | NotInTheSdk>>();
  holds<
    Same<
      RefusedFields<Exact<Sdk.Interaction>, Ours.Interaction>,
      'status' | ClosedChoice | Exclude<NotOnTheWire, 'api_version'>
    >
  >();
  // The SDK has it always; what is not stored has none.
  holds<Same<Ours.Interaction['id'], string | undefined>>();

  // Each kind of request names the fields of the other as forbidden, which the SDK does not know.
  holds<
    Same<
      RefusedFields<Ours.CreateModelInteractionRequest, SdkModelRequest>,
      'input' | 'agent' | 'agent_config'
    >
  >();
  holds<
    Same<
      RefusedFields<Exact<SdkModelRequest>, Ours.CreateModelInteractionRequest>,
      'api_version' | ClosedChoice
    >
  >();
  holds<
    Same<
      RefusedFields<Ours.CreateAgentInteractionRequest, SdkAgentRequest>,
      'input' | 'model' | 'generation_config' | 'cached_content'
    >
  >();
  holds<
    Same<RefusedFields<Exact<SdkAgentRequest>, Ours.CreateAgentInteractionRequest>, 'api_version' | 'tools'>
  >();
  expect(holds).toBeTypeOf('function');
});

it('what we write is one of the things that may arrive', () => {
  const claims = {
    step: (value: Ours.Step): Ours.ReceivedStep => value,
    content: (value: Ours.Content): Ours.ReceivedContent => value,
    delta: (value: Ours.Delta): Ours.ReceivedDelta => value,
    event: (value: Ours.StreamEvent): Ours.ReceivedStreamEvent => value,
    interaction: (value: Ours.Interaction): Ours.ReceivedInteraction => value,
    steps: (value: Ours.Step['type']): (typeof Ours.STEP_TYPES)[number] => value,
  };
  expect(Object.keys(claims)).toHaveLength(6);
});

it('a misspelt field does not type-check, neither in what we write nor in what arrives', () => {
  const read = (step: Ours.ReceivedThoughtStep, written: Ours.ThoughtStep) => [
    // @ts-expect-error: the field is `signature`.
    step.signatur,
    // @ts-expect-error: the field is `signature`.
    written.signatur,
  ];
  expect(read({ type: 'thought' }, { type: 'thought' })).toEqual([undefined, undefined]);
});

it('narrows by type, unknown variants included', () => {
  const textOf = (content: Ours.ReceivedContent): string => {
    switch (content.type) {
      case 'text':
        return content.text;
      case 'unknown':
        return content.wireType;
      default:
        return content.uri ?? '';
    }
  };
  expect(textOf({ type: 'unknown', wireType: 'hologram', raw: {} })).toBe('hologram');
});
