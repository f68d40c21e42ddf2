import { defaultRuntime } from '../runtime.ts';
import { InMemorySessionService } from '../session/in-memory-session-service.ts';
import { Runner, type RunnerConfig } from './runner.ts';

/** What an `InMemoryRunner` is made from. */
export interface InMemoryRunnerConfig extends Omit<RunnerConfig, 'appName' | 'sessionService'> {
  /** Default `InMemoryRunner`. */
  readonly appName?: string;
}

/** A runner that keeps its sessions in memory. */
export class InMemoryRunner extends Runner {
  constructor(config: InMemoryRunnerConfig) {
    super({
      ...config,
      appName: config.appName ?? 'InMemoryRunner',
      sessionService: new InMemorySessionService({ runtime: { ...defaultRuntime, ...config.runtime } }),
    });
  }
}
