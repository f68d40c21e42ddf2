import { FunctionTool, Gemini, type GeminiParams, GoogleSearchTool, LlmAgent } from '@catenary/agents';
import { z } from 'zod';

const WEATHER: Readonly<Record<string, { temperature: number; condition: string; humidity: number }>> = {
  'new york': { temperature: 72, condition: 'Sunny', humidity: 45 },
  london: { temperature: 59, condition: 'Cloudy', humidity: 78 },
  tokyo: { temperature: 68, condition: 'Partly Cloudy', humidity: 60 },
  paris: { temperature: 64, condition: 'Rainy', humidity: 85 },
  sydney: { temperature: 77, condition: 'Clear', humidity: 55 },
};

/** Temperature in °F, condition, humidity in percent. A city it does not know gets defaults and a note. */
const weatherTool = new FunctionTool({
  name: 'get_current_weather',
  description: 'Gets the current weather of a city.',
  parameters: z.object({ city: z.string().describe('The name of the city.') }),
  execute: ({ city }) => {
    const known = WEATHER[city.trim().toLowerCase()];
    if (known !== undefined) {
      return { city, ...known };
    }
    return {
      city,
      temperature: 70,
      condition: 'Unknown',
      humidity: 50,
      note: `There is no weather data for ${city}; these are default values.`,
    };
  },
});

/** The example's agent. The search stands beside a function tool, so it is asked to become one itself. */
export function createAgent(model: GeminiParams): LlmAgent {
  return new LlmAgent({
    name: 'interactions_agent',
    description: 'Answers questions with a search and a weather tool.',
    model: new Gemini(model),
    instruction: [
      'You are a helpful assistant. Answer briefly.',
      'Use get_current_weather for the weather of a city, and the search for facts about the world.',
      'Remember what the user tells you.',
    ].join('\n'),
    tools: [new GoogleSearchTool({ bypassMultiToolsLimit: true }), weatherTool],
  });
}
