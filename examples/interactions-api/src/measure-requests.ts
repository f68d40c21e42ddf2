import { z } from 'zod';
import type { RequestLog } from './connect.ts';

const sentBody = z.object({
  previous_interaction_id: z.string().optional(),
  input: z.union([z.string(), z.array(z.unknown())]).optional(),
});

/** A table of two columns out of the bodies that were sent: bytes and steps of every request, then what they show. */
export function measureRequests(chained: RequestLog, whole: RequestLog): string[][] {
  const rows = [['request', 'chained', 'whole history (store: false)']];
  for (let index = 0; index < Math.max(chained.length, whole.length); index += 1) {
    rows.push([`${index + 1}`, describe(chained[index]), describe(whole[index])]);
  }
  rows.push(['total', `${total(chained)} bytes`, `${total(whole)} bytes`]);
  rows.push(['continues by id', linked(chained), linked(whole)]);
  return rows;
}

function describe(request: RequestLog[number] | undefined): string {
  if (request === undefined) {
    return '';
  }
  const { input } = sentBody.parse(JSON.parse(request.body));
  const steps = Array.isArray(input) ? input.length : 1;
  return `${request.bytes} bytes, ${steps} ${steps === 1 ? 'step' : 'steps'}`;
}

function total(requests: RequestLog): number {
  return requests.reduce((sum, request) => sum + request.bytes, 0);
}

function linked(requests: RequestLog): string {
  const count = requests.filter(
    (request) => sentBody.parse(JSON.parse(request.body)).previous_interaction_id !== undefined,
  ).length;
  return `${count} of ${requests.length} requests`;
}
