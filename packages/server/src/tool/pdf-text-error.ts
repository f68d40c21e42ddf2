const BRAND = Symbol.for('catenary.server.pdf-text-error');

/** Why a PDF gave no text, as stable API. */
export type PdfTextErrorCode =
  /** Not a PDF, cut off, or broken beyond what readers tolerate. */
  | 'pdf_unreadable'
  /** Needs a password to be opened. */
  | 'pdf_encrypted'
  /** Over the limit on bytes, pages or characters. */
  | 'pdf_too_large';

export interface PdfTextErrorOptions {
  readonly code: PdfTextErrorCode;
  readonly message: string;
  /** What to do about it. */
  readonly hint: string;
  readonly cause?: unknown;
}

/** A PDF whose text cannot be had. The same bytes fail again, so it is never retryable. */
export class PdfTextError extends Error {
  readonly [BRAND] = true;
  readonly code: PdfTextErrorCode;
  readonly hint: string;
  readonly retryable = false;

  constructor(options: PdfTextErrorOptions) {
    super(options.message, { cause: options.cause });
    this.name = 'PdfTextError';
    this.code = options.code;
    this.hint = options.hint;
  }

  /** Recognises errors of any copy of this package. */
  static isInstance(value: unknown): value is PdfTextError {
    return typeof value === 'object' && value !== null && BRAND in value;
  }
}
