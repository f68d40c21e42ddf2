const assert = require('node:assert/strict');
const { Gemini, LlmAgent } = require('@catenary/agents');
const { ScriptedModel } = require('@catenary/agents/testing');
const { startServer } = require('@catenary/server');

const agent = new LlmAgent({ name: 'agent', model: new Gemini({ model: 'gemini-3.1-flash-lite' }) });
assert.equal(agent.name, 'agent');
assert.equal(typeof ScriptedModel, 'function');
assert.equal(typeof startServer, 'function');
