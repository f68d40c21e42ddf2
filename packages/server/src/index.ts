export type { Backend, BackendEvent, BackendRequest } from './backend/backend.ts';
export type { ModelAlias } from './backend/resolve.ts';
export { type Clock, systemClock } from './clock.ts';
export type { ServerOptions } from './config.ts';
export { ServerError, type ServerErrorOptions } from './error.ts';
export type { Logger } from './logger.ts';
export { StartError, type StartErrorCode, type StartErrorOptions } from './start-error.ts';
export { type RunningServer, startServer } from './start-server.ts';
export type { SearchHit, SearchOptions, SearchProvider } from './tool/search/search-provider.ts';
