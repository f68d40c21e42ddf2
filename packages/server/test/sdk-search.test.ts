import { mkdir, writeFile } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { startServer } from '../src/index.ts';
import { collect, connect } from './support/sdk-server.ts';
import { useTemporaryFolder } from './support/temporary-folder.ts';

// Many requests each, on machines that may be busy with other tests.
vi.setConfig({ testTimeout: 30_000 });

// The server as it comes: rules for a backend, local facts for google_search, nothing from a network.

const folder = useTemporaryFolder();

describe('the server as it comes', () => {
  it('searches its facts, and cites what it found by bytes of its text', async () => {
    const server = await startServer({ aliases: ['gemini-*=offline-rules'] });
    try {
      const ai = connect(server.url);
      const request = {
        model: 'gemini-2.5-flash',
        input: 'What is the capital of Portugal?',
        tools: [{ type: 'google_search' as const }],
      };
      const interaction = await ai.interactions.create(request);
      expect(interaction).toMatchObject({ status: 'completed', model: 'offline-rules' });
      expect(interaction.output_text).toContain('Lisbon');
      const types = interaction.steps?.map(({ type }) => type) ?? [];
      expect(types.indexOf('google_search_call')).toBeGreaterThanOrEqual(0);
      expect(types.indexOf('google_search_result')).toBe(types.indexOf('google_search_call') + 1);

      const output = interaction.steps?.find((step) => step.type === 'model_output');
      const content = output?.content?.[0];
      const annotation = content?.type === 'text' ? content.annotations?.[0] : undefined;
      expect(annotation).toMatchObject({
        type: 'url_citation',
        url: expect.stringMatching(/^catenary-corpus:/),
      });

      const events = await collect(await ai.interactions.create({ ...request, stream: true }));
      expect(events.filter((event) => event.event_type === 'step.start')).toHaveLength(types.length);
    } finally {
      await server.close();
    }
  });

  it('finds the documents of a folder', async () => {
    const documents = folder.path('documents');
    await mkdir(documents);
    await writeFile(
      `${documents}/harbour.md`,
      '# Harbour rules\n\nThe harbour master of Quillport is Odalys Venn.\n',
    );
    const server = await startServer({ documents });
    try {
      const interaction = await connect(server.url).interactions.create({
        model: 'offline-rules',
        input: 'Search for the harbour master of Quillport.',
        tools: [{ type: 'google_search' }],
      });
      expect(interaction.output_text).toContain('Odalys Venn');
    } finally {
      await server.close();
    }
  });
});
