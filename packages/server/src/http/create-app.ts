import {
  encodeInteraction,
  parseCreateInteractionRequest,
  type ReceivedInteraction,
} from '@catenary/protocol';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import type { Clock } from '../clock.ts';
import { ServerError } from '../error.ts';
import type { InteractionService } from '../interaction/interaction-service.ts';
import type { Logger } from '../logger.ts';
import { clientSignal } from './client-signal.ts';
import { type GuardOptions, guardRequest } from './guard-request.ts';
import { HttpFault } from './http-fault.ts';
import { readBoolean } from './read-boolean.ts';
import { type BodyLimits, readJsonBody } from './read-json-body.ts';
import { type ErrorAnswer, toErrorAnswer } from './to-error-answer.ts';
import { writeSse } from './write-sse.ts';

export interface AppOptions {
  readonly service: InteractionService;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly guard: GuardOptions;
  readonly limits: BodyLimits;
  readonly keepAliveMs: number;
  /** Once true, requests are refused with 503. */
  readonly isStopping: () => boolean;
}

type Env = { readonly Bindings: HttpBindings };

/** Where the resource is found: without a version, under any version, and in the form of the cloud platform. */
const BASES = [
  '/interactions',
  '/:version/interactions',
  '/:version/projects/:project/locations/:location/interactions',
];

/** The HTTP face of the service: parse, call, encode. Every failure has the error body of the protocol. */
export function createApp(options: AppOptions): Hono<Env> {
  const app = new Hono<Env>({ getPath: toPath });
  app.use(async (context, next) => {
    const startedAtMs = options.clock.now();
    await next();
    // The path alone: a query may hold a key.
    options.logger.info(
      {
        method: context.req.method,
        path: context.req.path,
        status: context.env.outgoing.headersSent ? context.env.outgoing.statusCode : context.res.status,
        durationMs: options.clock.now() - startedAtMs,
      },
      'request',
    );
  });
  app.use(async (context, next) => {
    if (options.isStopping()) {
      throw new HttpFault(503, 'The server is stopping.', { connection: 'close' });
    }
    const { host, origin } = context.env.incoming.headers;
    guardRequest({ host, origin }, options.guard);
    await next();
  });
  const interactions = createRoutes(options);
  for (const base of BASES) {
    app.route(base, interactions);
  }
  app.notFound(({ req }) =>
    toResponse(toErrorAnswer(new HttpFault(404, `There is nothing at ${req.path}.`))),
  );
  app.onError((error, context) => {
    const answer = toErrorAnswer(error);
    if (answer.status === 500) {
      options.logger.error({ path: context.req.path, error }, 'a request failed');
    }
    return toResponse(answer);
  });
  return app;
}

function createRoutes({ service, limits, ...options }: AppOptions): Hono<Env> {
  const routes = new Hono<Env>();
  const stream = async (
    context: Context<Env>,
    events: Parameters<typeof writeSse>[1],
    signal: AbortSignal,
    headers = {},
  ) => {
    const { clock, keepAliveMs, logger } = options;
    const onError = (error: unknown) => logger.error({ path: context.req.path, error }, 'a stream failed');
    await writeSse(context.env.outgoing, events, { clock, keepAliveMs, headers, signal, onError });
    return RESPONSE_ALREADY_SENT;
  };

  routes.post('/', async (context) => {
    const request = parseCreateInteractionRequest(await readJsonBody(context.env.incoming, limits));
    const signal = clientSignal(context.env.outgoing);
    const created = await service.create(request, signal);
    const headers = toHeaders(created);
    return created.type === 'stream'
      ? stream(context, created.events, signal, headers)
      : context.json(toBody(created.interaction), 200, headers);
  });
  routes.all('/', refuseMethod('POST'));

  routes.get('/:id', async (context) => {
    const { id } = context.req.param();
    const lastEventId = context.req.query('last_event_id');
    const isStream = readBoolean('stream', context.req.query('stream'));
    if (!isStream && lastEventId !== undefined) {
      throw new ServerError({
        code: 'invalid_request',
        message: 'last_event_id goes with stream=true only.',
        path: 'last_event_id',
      });
    }
    if (!isStream) {
      const includeInput = readBoolean('include_input', context.req.query('include_input'));
      return context.json(toBody(await service.get(id, { includeInput })));
    }
    const signal = clientSignal(context.env.outgoing);
    const position = lastEventId === undefined ? {} : { lastEventId };
    return stream(context, await service.follow(id, { ...position, signal }), signal);
  });
  routes.delete('/:id', async (context) => {
    await service.delete(context.req.param('id'));
    return context.json({});
  });
  routes.all('/:id', refuseMethod('GET, DELETE'));

  routes.post('/:id/cancel', async (context) =>
    context.json(toBody(await service.cancel(context.req.param('id')))),
  );
  routes.all('/:id/cancel', refuseMethod('POST'));
  return routes;
}

/** Clients join base URLs and paths with one slash too many, or leave one at the end. */
function toPath(request: Request): string {
  const path = request.url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  return path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '') || '/';
}

function toBody(interaction: ReceivedInteraction): object {
  // The encoder writes an interaction as an object; its type says only that it is JSON.
  return encodeInteraction(interaction) as object;
}

function toHeaders({ backend, ignored, ...created }: Awaited<ReturnType<InteractionService['create']>>) {
  const usage = created.type === 'interaction' ? created.interaction.usage : undefined;
  return {
    'x-catenary-backend': backend,
    ...(ignored.length === 0 ? {} : { 'x-catenary-ignored': ignored.join(', ') }),
    ...(usage != null && 'estimated' in usage ? { 'x-catenary-usage': 'estimated' } : {}),
  };
}

function refuseMethod(allow: string) {
  return ({ req }: Context<Env>): never => {
    throw new HttpFault(405, `${req.method} is not possible here; use ${allow}.`, { allow });
  };
}

function toResponse({ status, headers, body }: ErrorAnswer): Response {
  return Response.json(body, { status, headers });
}
