import { z } from 'zod';
import type { RequestLog } from './connect.ts';

/** What one way of talking put on the wire, and got back. */
export interface Measured {
  readonly label: string;
  readonly requests: RequestLog;
  /** The id of each answer, where the API gave one. */
  readonly interactionIds: readonly (string | undefined)[];
}

/** The parts of a body that tell the two APIs and the two modes apart. */
const sentBody = z.object({
  previous_interaction_id: z.string().optional(),
  input: z.union([z.string(), z.array(z.unknown())]).optional(),
  contents: z.array(z.unknown()).optional(),
  cached_content: z.string().optional(),
  cachedContent: z.string().optional(),
});

type SentBody = z.output<typeof sentBody>;

/** A column for each way of talking: what it sent as a whole, and how it goes on from turn to turn. */
export function summarise(columns: readonly Measured[]): string[][] {
  return [
    ['measured', ...columns.map(({ label }) => label)],
    ['requests', ...columns.map(({ requests }) => `${requests.length}`)],
    ['bytes sent', ...columns.map(({ requests }) => `${total(requests)}`)],
    [
      'continue by id',
      ...columns.map(({ requests }) => count(requests, (body) => body.previous_interaction_id)),
    ],
    ['send history', ...columns.map(({ requests }) => count(requests, (body) => stepsOf(body) > 1))],
    [
      'use a cache',
      ...columns.map(({ requests }) => count(requests, (body) => body.cached_content ?? body.cachedContent)),
    ],
    [
      'answers with an id',
      ...columns.map(({ interactionIds: ids }) => `${ids.filter(Boolean).length} of ${ids.length}`),
    ],
  ];
}

/** The same columns, request by request. */
export function compareRequests(columns: readonly Measured[]): string[][] {
  const longest = Math.max(...columns.map(({ requests }) => requests.length));
  const rows = Array.from({ length: longest }, (_, index) => [
    `${index + 1}`,
    ...columns.map(({ requests }) => describe(requests[index])),
  ]);
  return [['request', ...columns.map(({ label }) => label)], ...rows];
}

function describe(request: RequestLog[number] | undefined): string {
  if (request === undefined) {
    return '';
  }
  const steps = stepsOf(read(request));
  return `${request.bytes} bytes, ${steps} ${steps === 1 ? 'step' : 'steps'}`;
}

function total(requests: RequestLog): number {
  return requests.reduce((sum, request) => sum + request.bytes, 0);
}

function count(requests: RequestLog, matches: (body: SentBody) => unknown): string {
  return `${requests.filter((request) => Boolean(matches(read(request)))).length} of ${requests.length}`;
}

function stepsOf({ input, contents }: SentBody): number {
  return Array.isArray(input) ? input.length : (contents?.length ?? 1);
}

function read(request: RequestLog[number]): SentBody {
  return sentBody.parse(JSON.parse(request.body));
}
