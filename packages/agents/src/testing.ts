export { createScriptGate, type ScriptGate } from './model/script-gate.ts';
export {
  type ScriptedCall,
  ScriptedModel,
  type ScriptedModelOptions,
  type ScriptedStep,
  type ScriptedTurn,
  scriptCalls,
  scriptPartial,
  scriptText,
} from './model/scripted-model.ts';
