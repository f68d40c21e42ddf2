import { ProtocolError } from '@catenary/protocol';
import { AgentsError } from '../../../error.ts';

/** Runs a parser of the protocol; what it cannot read is `malformed_response`. */
export function readWire<T>(parse: () => T): T {
  try {
    return parse();
  } catch (cause) {
    throw toMalformed(cause) ?? cause;
  }
}

/** The error of this package for one of the protocol's; `undefined` for anything else. */
export function toMalformed(cause: unknown): AgentsError | undefined {
  return ProtocolError.isInstance(cause)
    ? new AgentsError({
        code: 'malformed_response',
        message: cause.message,
        ...(cause.hint === undefined ? {} : { hint: cause.hint }),
        cause,
      })
    : undefined;
}
