export { createGate, type Gate } from './backend/scripted/create-gate.ts';
export {
  createScriptedBackend,
  type ScriptedBackend,
  type ScriptedOptions,
} from './backend/scripted/scripted-backend.ts';
export type { ExpectedRequest, ScriptedAction, ScriptedTurn } from './backend/scripted/scripted-turn.ts';
export { stepToEvents } from './backend/scripted/step-to-events.ts';
