import { describe, expect, it } from 'vitest';
import { interactionEvents, interactionOf, output } from './support/model-streams.ts';
import { readAnswer, textsOf } from './support/read-answer.ts';
import { unaryAnswer } from './support/unary-answer.ts';

describe('how an answer ends', () => {
  const ended = (status: string, more: object = {}) =>
    unaryAnswer({
      id: 'v1_a',
      status,
      steps: [{ type: 'model_output', content: [{ type: 'text', text: 'Hi' }] }],
      ...more,
    });

  it.each([
    ['completed', 'STOP'],
    ['requires_action', 'STOP'],
    ['incomplete', 'MAX_TOKENS'],
    ['budget_exceeded', 'OTHER'],
    ['a_later_word', 'OTHER'],
  ])('%s is an answer, with %s', (status, finishReason) => {
    expect(ended(status)).toMatchObject({
      content: { parts: [{ text: 'Hi' }] },
      interactionStatus: status,
      finishReason,
      turnComplete: true,
    });
    expect(ended(status).errorCode).toBeUndefined();
  });

  it.each([
    ['failed', { errors: [{ code: 'safety', message: 'Blocked.' }] }, 'safety', 'Blocked.'],
    ['failed', { errors: [{ message: 'Blocked.' }] }, 'UNKNOWN_ERROR', 'Blocked.'],
    ['failed', {}, 'UNKNOWN_ERROR', expect.stringContaining('does not say why')],
    [
      'failed',
      { steps: [{ type: 'model_output', error: { code: 3, message: 'Bad image' } }] },
      'UNKNOWN_ERROR',
      'Bad image',
    ],
    ['cancelled', {}, 'cancelled', expect.any(String)],
    ['queued', {}, 'unfinished', expect.stringContaining('queued')],
    ['in_progress', {}, 'unfinished', expect.any(String)],
    ['requires_continuation', {}, 'requires_continuation', expect.any(String)],
  ])('%s with %j is an error without content', (status, more, errorCode, errorMessage) => {
    const response = ended(status, more);
    expect(response).toMatchObject({ errorCode, errorMessage, interactionId: 'v1_a', partial: false });
    expect(response.content).toBeUndefined();
    expect(response.steps).toHaveLength(1);
  });

  it('an error event ends the answer with the server’s own code, and keeps the id', () => {
    const error = { event_type: 'error', error: { code: 'deadline_exceeded', message: 'Too slow.' } };
    const { final, partials } = readAnswer([
      ...interactionEvents('v1_a', [output('Half')]).slice(0, 4),
      error,
    ]);
    expect(textsOf(partials)).toEqual(['Half']);
    expect(final).toMatchObject({
      errorCode: 'deadline_exceeded',
      errorMessage: 'Too slow.',
      interactionId: 'v1_a',
    });
    expect(final?.content).toBeUndefined();
  });

  it('a stream that only ends is no answer', () => {
    expect(readAnswer(interactionEvents('v1_a', [output('Half')]).slice(0, -1)).final).toBeUndefined();
  });

  it('usage falls back to the sum where the total is missing', () => {
    const usage = {
      total_input_tokens: 1,
      total_output_tokens: 2,
      total_thought_tokens: 4,
      total_tool_use_tokens: 8,
    };
    expect(ended('completed', { usage }).usageMetadata?.totalTokenCount).toBe(15);
    expect(ended('completed').usageMetadata).toBeUndefined();
  });

  it('what the user said, which a later look at the resource also holds, is no part of the answer', () => {
    const steps = [
      { type: 'user_input', content: [{ type: 'text', text: 'Q' }] },
      { type: 'model_output', content: [{ type: 'text', text: 'A' }] },
    ];
    const response = unaryAnswer(interactionOf('v1_a', steps, 'completed'));
    expect(response.content?.parts).toEqual([{ text: 'A' }]);
    expect(response.steps).toEqual([steps[1]]);
  });
});

describe('what an answer is made of', () => {
  const partsOf = (...steps: object[]) =>
    unaryAnswer(interactionOf('v1_a', steps, 'completed')).content?.parts;

  it('media come as bytes or as an address', () => {
    expect(
      partsOf({
        type: 'model_output',
        content: [
          { type: 'image', data: 'AAAA', mime_type: 'image/png' },
          { type: 'audio', uri: 'files/1', mime_type: 'audio/wav' },
          { type: 'video' },
        ],
      }),
    ).toEqual([
      { inlineData: { data: 'AAAA', mimeType: 'image/png' } },
      { fileData: { fileUri: 'files/1', mimeType: 'audio/wav' } },
    ]);
  });

  it('texts join within a step, not over an image and not over steps', () => {
    const text = (value: string) => ({ type: 'text', text: value });
    expect(
      partsOf(
        { type: 'model_output', content: [text('a'), text('b'), { type: 'image', uri: 'u' }, text('c')] },
        { type: 'model_output', content: [text('d')] },
      ),
    ).toEqual([{ text: 'ab' }, { fileData: { fileUri: 'u' } }, { text: 'c' }, { text: 'd' }]);
  });

  it('code and what it printed keep their place', () => {
    expect(
      partsOf(
        { type: 'code_execution_call', id: 'x', arguments: { code: '1+1', language: 'Python' } },
        { type: 'code_execution_result', call_id: 'x', result: '2' },
        { type: 'model_output', content: [{ type: 'text', text: 'It is 2.' }] },
        { type: 'code_execution_result', call_id: 'y', result: 'no', is_error: true },
      ),
    ).toEqual([
      { executableCode: { id: 'x', code: '1+1', language: 'PYTHON' } },
      { codeExecutionResult: { id: 'x', outcome: 'OUTCOME_OK', output: '2' } },
      { text: 'It is 2.' },
      { codeExecutionResult: { id: 'y', outcome: 'OUTCOME_FAILED', output: 'no' } },
    ]);
  });

  it('a signature on a call stays with the call; a thought without anything is none', () => {
    expect(
      partsOf(
        { type: 'thought' },
        { type: 'function_call', id: 'c', name: 'f', arguments: {}, signature: 's' },
      ),
    ).toEqual([{ functionCall: { id: 'c', name: 'f', args: {} }, thoughtSignature: 's' }]);
  });

  it('a step of a later version is kept as it came', () => {
    const step = { type: 'hologram', beams: 3 };
    const response = unaryAnswer(interactionOf('v1_a', [step], 'completed'));
    expect(response.steps).toEqual([{ type: 'unknown', wireType: 'hologram', raw: step }]);
  });

  it('searches and citations become grounding, with byte offsets in the joined part', () => {
    const cite = (start_index: number, end_index: number, url: string) => ({
      type: 'url_citation',
      start_index,
      end_index,
      url,
      title: 't',
    });
    const { groundingMetadata } = unaryAnswer(
      interactionOf(
        'v1_a',
        [
          { type: 'thought', signature: 's' },
          {
            type: 'model_output',
            content: [
              { type: 'text', text: 'Où? ', annotations: [cite(0, 3, 'https://a.example')] },
              {
                type: 'text',
                text: 'Là.',
                annotations: [cite(0, 3, 'https://b.example'), cite(0, 4, 'https://a.example')],
              },
            ],
          },
          { type: 'google_search_call', id: 'g', arguments: { queries: ['où'] } },
          { type: 'google_search_result', call_id: 'g', result: [{ search_suggestions: '<div/>' }] },
        ],
        'completed',
      ),
    );
    expect(groundingMetadata).toEqual({
      webSearchQueries: ['où'],
      searchEntryPoint: { renderedContent: '<div/>' },
      groundingChunks: [
        { web: { uri: 'https://a.example', title: 't' } },
        { web: { uri: 'https://b.example', title: 't' } },
      ],
      groundingSupports: [
        { segment: { partIndex: 1, startIndex: 0, endIndex: 3, text: 'Où' }, groundingChunkIndices: [0] },
        { segment: { partIndex: 1, startIndex: 5, endIndex: 8, text: 'Là' }, groundingChunkIndices: [1] },
        { segment: { partIndex: 1, startIndex: 5, endIndex: 9, text: 'Là.' }, groundingChunkIndices: [0] },
      ],
    });
  });

  it('places and files are sources, too', () => {
    const { groundingMetadata } = unaryAnswer(
      interactionOf(
        'v1_a',
        [
          {
            type: 'google_maps_result',
            call_id: 'm',
            result: [{ places: [{ name: 'Pier', place_id: 'places/1' }], widget_context_token: 'w' }],
          },
          {
            type: 'model_output',
            content: [
              {
                type: 'text',
                text: 'x',
                annotations: [
                  { type: 'file_citation', file_name: 'a.pdf', document_uri: 'd' },
                  { type: 'word_info', text: 'x' },
                ],
              },
            ],
          },
        ],
        'completed',
      ),
    );
    expect(groundingMetadata).toMatchObject({
      googleMapsWidgetContextToken: 'w',
      groundingChunks: [
        { maps: { title: 'Pier', placeId: 'places/1' } },
        { retrievedContext: { uri: 'd', title: 'a.pdf' } },
      ],
      groundingSupports: [{ groundingChunkIndices: [1], segment: { startIndex: 0, endIndex: 1 } }],
    });
  });

  it('what a server tool does is shown while it happens', () => {
    const code = {
      start: { type: 'code_execution_call', id: 'x' },
      deltas: [{ type: 'code_execution_call', arguments: { code: '1', language: 'python' } }],
    };
    const result = {
      start: { type: 'code_execution_result', call_id: 'x' },
      deltas: [{ type: 'code_execution_result', result: '1' }],
    };
    const search = {
      start: { type: 'google_search_call', id: 'g' },
      deltas: [{ type: 'google_search_call', arguments: { queries: ['q'] } }],
    };
    const { partials } = readAnswer(interactionEvents('v1_a', [code, result, search]));
    expect(partials).toMatchObject([
      { content: { parts: [{ executableCode: { code: '1', language: 'PYTHON' } }] } },
      { content: { parts: [{ codeExecutionResult: { output: '1', outcome: 'OUTCOME_OK' } }] } },
      { groundingMetadata: { webSearchQueries: ['q'] } },
    ]);
  });
});
