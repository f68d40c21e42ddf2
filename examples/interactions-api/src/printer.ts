/** Where the program's lines go; a test passes its own. */
export type WriteLine = (line: string) => void;

/** Prints turns in one shape, for the tests and for a conversation by hand. */
export interface Printer {
  heading(text: string): void;
  line(text: string): void;
  user(text: string): void;
  agent(text: string): void;
  call(name: string, args: Record<string, unknown>): void;
  result(name: string, result: Record<string, unknown>): void;
  interactionId(id: string | undefined): void;
  table(rows: readonly (readonly string[])[]): void;
}

export function createPrinter(write: WriteLine): Printer {
  const labelled = (label: string, text: string) => {
    for (const [index, line] of text.trimEnd().split('\n').entries()) {
      write(`  ${(index === 0 ? label : '').padEnd(8)}${line}`);
    }
  };
  return {
    heading: (text) => {
      write('');
      write(text);
    },
    line: (text) => write(text),
    user: (text) => labelled('user', text),
    agent: (text) => labelled('agent', text === '' ? '(no text)' : text),
    call: (name, args) => labelled('tool', `${name}(${shorten(JSON.stringify(args))})`),
    result: (name, result) => labelled('', `${name} -> ${shorten(JSON.stringify(result))}`),
    interactionId: (id) => {
      if (id !== undefined) {
        write(`  [Interaction ID: ${id}]`);
      }
    },
    table: (rows) => {
      for (const row of rows) {
        write(`  ${row.map((cell, column) => cell.padEnd(columnWidth(rows, column))).join('   ')}`.trimEnd());
      }
    },
  };
}

function columnWidth(rows: readonly (readonly string[])[], column: number): number {
  return Math.max(...rows.map((row) => (row[column] ?? '').length));
}

function shorten(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 200)}…`;
}
