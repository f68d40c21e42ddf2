import type { FunctionDeclaration } from '@google/genai';
import { FunctionTool, type ToolInputParameters, type ToolOptions } from './function-tool.ts';

const NOTE =
  'NOTE: This is a long-running operation. Do not call it again if it has already returned an intermediate or pending status.';

/** A function whose result comes later, from outside the run. */
export class LongRunningFunctionTool<P extends ToolInputParameters = undefined> extends FunctionTool<P> {
  constructor(options: ToolOptions<P>) {
    super({ ...options, isLongRunning: true });
  }

  override _getDeclaration(): FunctionDeclaration {
    const declaration = super._getDeclaration();
    return { ...declaration, description: `${declaration.description}\n\n${NOTE}` };
  }
}
