import assert from 'node:assert/strict';
import { InMemoryRunner, isFinalResponse, LlmAgent, stringifyContent } from '@catenary/agents';
import { ScriptedModel, scriptText } from '@catenary/agents/testing';

const model = new ScriptedModel({ turns: [scriptText('It is sunny.')] });
const agent = new LlmAgent({ name: 'weather_agent', model });
const runner = new InMemoryRunner({ agent, appName: 'test' });
const newMessage = { role: 'user', parts: [{ text: 'How is the weather?' }] };

for await (const event of runner.runEphemeral({ userId: 'ada', newMessage })) {
  if (isFinalResponse(event)) {
    assert.equal(stringifyContent(event), 'It is sunny.');
  }
}
// Fails where the agent asked less often than the script has answers.
model.assertDone();
console.log(`the model was asked ${model.requests.length} time`);
