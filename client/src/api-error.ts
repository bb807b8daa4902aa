/** What is wrong with one field of a request. */
export interface FieldError {
  /** `body.title`, `query.limit`. */
  path: string;
  message: string;
  code: string;
}

export interface ApiErrorParts {
  status: number;
  code: string;
  reason: string;
  message: string;
  errors: readonly FieldError[];
  missingKeys: readonly string[];
  requestId: string | null;
  retryAfter: number | null;
}

/**
 * Every failure of a call, one class. `status` is 0 and `reason` `client.unreachable` where no response came; a call that
 * was aborted throws the reason of its signal instead.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The kind of error, `CONFLICT`. */
  readonly code: string;
  /** Unique to this error, `orders.not_cancellable`: branch on it, never on the message. */
  readonly reason: string;
  /** What is wrong with the fields of the request: the `errors` of a validation error, the `fields` of any other. */
  readonly errors: readonly FieldError[];
  /** Settings that have to be made first, where the platform is not configured. */
  readonly missingKeys: readonly string[];
  /** What to name to the operator of the platform: its logs carry it. */
  readonly requestId: string | null;
  /** Seconds after which another attempt makes sense. */
  readonly retryAfter: number | null;

  constructor(parts: ApiErrorParts, options?: { cause?: unknown }) {
    super(parts.message, options);
    this.status = parts.status;
    this.code = parts.code;
    this.reason = parts.reason;
    this.errors = parts.errors;
    this.missingKeys = parts.missingKeys;
    this.requestId = parts.requestId;
    this.retryAfter = parts.retryAfter;
  }
}

const textOr = (value: unknown, fallback: string) => (typeof value === 'string' && value ? value : fallback);

/** Reads the error of a response: the envelope of the platform, the `{ code, message }` of `/auth/*`, or neither. */
export async function errorOf(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '');
  const body = parse(text);
  const code = textOr(body['errorCode'] ?? body['code'], `HTTP_${response.status}`);
  return new ApiError({
    status: response.status,
    code,
    reason: textOr(body['reason'], `http.${code.toLowerCase()}`),
    message: textOr(body['message'], response.statusText || `The server responded with ${response.status}`),
    errors: ((body['errors'] ?? body['fields']) as FieldError[] | undefined) ?? [],
    missingKeys: (body['missingKeys'] as string[] | undefined) ?? [],
    requestId: response.headers.get('x-request-id'),
    retryAfter: retryAfterOf(response),
  });
}

/** The seconds of `Retry-After`; null where the header is missing or is a date. */
export function retryAfterOf(response: Response): number | null {
  const text = response.headers.get('retry-after');
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}

function parse(text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
