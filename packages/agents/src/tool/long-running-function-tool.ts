import type { FunctionDeclaration } from '@google/genai';
import { FunctionTool, type ToolInputParameters, type ToolOptions } from './function-tool.ts';

const NOTE =
  'The result of a call comes later. While one is pending, do not make the same call again: say that it is under way.';

/** A function whose result comes later, from outside the run; the model is told so. */
export class LongRunningFunctionTool<P extends ToolInputParameters = undefined> extends FunctionTool<P> {
  constructor(options: ToolOptions<P>) {
    super({ ...options, isLongRunning: true });
  }

  override _getDeclaration(): FunctionDeclaration {
    const declaration = super._getDeclaration();
    return { ...declaration, description: `${declaration.description}\n\n${NOTE}`.trimStart() };
  }
}
