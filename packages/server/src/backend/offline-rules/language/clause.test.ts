import { describe, expect, it } from 'vitest';
import { clausesOf } from './clause.ts';

const verbs = new Set(['book', 'tell', 'send', 'use', 'find']);
const kinds = (message: string) => clausesOf(message, verbs).map((clause) => clause.kind);
const texts = (message: string) => clausesOf(message, verbs).map((clause) => clause.text);

describe('clausesOf', () => {
  it.each([
    ['Where is the harbour?', 'question'],
    ['Do you know where the harbour is?', 'question'],
    ['Harbour open?', 'question'],
    ['Could you please book a boat for me?', 'request'],
    ["I'd like to book a boat.", 'request'],
    ['I need a boat for four.', 'request'],
    ['I need you.', 'statement'],
    ['The harbour is closed.', 'statement'],
    ['Remember that the harbour is closed.', 'statement'],
    ['Book is what I call it.', 'statement'],
    ['Greta works here.', 'statement'],
    ['the old harbour', 'fragment'],
    ['Good evening!', 'small-talk'],
    ['Never mind.', 'refusal'],
    ["Please don't book a boat.", 'refusal'],
    ["Don't you book boats?", 'question'],
    ['Use the timetable.', 'directive'],
    ['Please remember it.', 'directive'],
    ['Où est le port, et quel est le prix ?', 'foreign'],
    ['港口在哪里？', 'foreign'],
    [`${'very '.repeat(5000)}long`, 'overlong'],
  ])('%s', (message, kind) => {
    expect(kinds(message)).toEqual([kind]);
  });

  it('cuts at sentence ends, and before a verb or a question that follows "and"', () => {
    expect(texts('Book a boat and then send 3.5 kg of bait to the pier. Who pays and when?')).toEqual([
      'Book a boat',
      'send 3.5 kg of bait to the pier.',
      'Who pays',
      'when?',
    ]);
  });

  it('leaves joined nouns, quotes and addresses whole', () => {
    const message = 'Send "Stop. Go; and book" to a.b@c.example and Bo; see https://d.example/x;y now';
    expect(texts(message)).toEqual([
      'Send "Stop. Go; and book" to a.b@c.example and Bo',
      'see https://d.example/x;y now',
    ]);
  });

  it('takes a greeting and politeness off', () => {
    expect(clausesOf('Hi there, could you please find me a boat, please?', verbs)).toEqual([
      { text: 'Hi there,', kind: 'small-talk' },
      { text: 'find me a boat?', kind: 'request', verb: 'find' },
    ]);
  });
});
