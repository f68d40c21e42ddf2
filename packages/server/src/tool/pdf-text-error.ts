const BRAND = Symbol.for('catenary.server.pdf-text-error');

/** Why a PDF gave no text, as stable API. */
export type PdfTextErrorCode =
  /** Not a PDF, cut off, or broken beyond what readers tolerate. */
  | 'pdf_unreadable'
  /** Needs a password to be opened. */
  | 'pdf_encrypted'
  /** Over the limit on pages, characters or time. */
  | 'pdf_too_large'
  /** The process that reads could not be started; says nothing about the file. */
  | 'pdf_reader_failed';

export interface PdfTextErrorOptions {
  readonly code: PdfTextErrorCode;
  readonly message: string;
  /** What to do about it. */
  readonly hint: string;
  readonly cause?: unknown;
}

/** A PDF whose text cannot be had. */
export class PdfTextError extends Error {
  readonly [BRAND] = true;
  readonly code: PdfTextErrorCode;
  readonly hint: string;
  /** Only a reader that did not start may start later; the same bytes fail again. */
  readonly retryable: boolean;

  constructor(options: PdfTextErrorOptions) {
    super(options.message, { cause: options.cause });
    this.name = 'PdfTextError';
    this.code = options.code;
    this.hint = options.hint;
    this.retryable = options.code === 'pdf_reader_failed';
  }

  /** Recognises errors of any copy of this package. */
  static isInstance(value: unknown): value is PdfTextError {
    return typeof value === 'object' && value !== null && BRAND in value;
  }
}
