import { AppError, type ErrorCode, type FieldIssue } from './app-error.js';

/** One entry of a feature's error catalogue: what is returned, and when (the sentence goes into docs/errors.md). */
export interface ErrorDefinition {
  readonly code: ErrorCode;
  readonly status: number;
  /** The default message; `{name}` is replaced by the parameter of that name. */
  readonly message: string;
  /** When this is returned, for the reference. */
  readonly when: string;
  /** No request gets it: it is written down, as the reason why work in the background came to nothing. */
  readonly recordedOnly?: true;
}

export type ErrorFactory = {
  (
    params?: Record<string, string | number>,
    details?: { errors?: FieldIssue[]; missingKeys?: string[]; retryAfter?: number; cause?: unknown },
  ): AppError;
  readonly definition: ErrorDefinition;
};

export type ErrorCatalogue = Record<string, ErrorFactory>;

const madeBy = new WeakMap<AppError, ErrorDefinition>();

/** The entry that an error was made of; undefined for one that came from elsewhere, such as a failed workflow. */
export function definitionOf(error: AppError): ErrorDefinition | undefined {
  return madeBy.get(error);
}

/**
 * Turns a feature's table of errors into functions that make them:
 * `defineErrors({ stillGenerating: { code: 'CONFLICT', status: 409, message: '…', when: '…' } }).stillGenerating()`.
 */
export function defineErrors<const T extends Record<string, ErrorDefinition>>(
  table: T,
): { [K in keyof T]: ErrorFactory } {
  const entries = Object.entries(table).map(([key, definition]) => {
    const factory = ((params = {}, details = {}) => {
      const message = definition.message.replace(/\{(\w+)\}/g, (whole, name: string) =>
        String(params[name] ?? whole),
      );
      const error = new AppError(definition.code, definition.status, message, details);
      madeBy.set(error, definition);
      return error;
    }) as { (...args: Parameters<ErrorFactory>): AppError; definition: ErrorDefinition };
    factory.definition = definition;
    return [key, factory];
  });
  return Object.fromEntries(entries) as { [K in keyof T]: ErrorFactory };
}
