import { databaseError } from '#db/kernel/database-error.js';
import { AppError } from '#domain/_shared/app-error.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { Logger } from '#lib/logger.js';

type Handler = (request: Request) => Promise<Response>;

/**
 * What a failure inside the library means to its caller. What is no id was refused before, by name (auth-request.ts);
 * class 22 of the database's errors is about a value alone, so that any other that it cannot take is its sender's too.
 */
function meaningOf(failure: unknown): AppError {
  if (failure instanceof AppError) return failure;
  const { code = '' } = (failure ?? {}) as { code?: unknown };
  if (typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code)) return platformErrors.validation();
  return databaseError(failure) ?? platformErrors.internal();
}

/**
 * Returns what the library throws as all other operations would, in its shape of errors: 503 while the database is away,
 * so that a client knows to come again, 400 for a value that the database cannot take. What is left is a defect.
 */
export function mapFailures(handler: Handler, logger: Logger): Handler {
  return async (request) => {
    try {
      return await handler(request);
    } catch (failure) {
      const { status, code, message, retryAfter } = meaningOf(failure);
      // The refused caller knows why; operators need no log line.
      if (status >= 500) logger.error({ part: 'better-auth', err: failure }, 'request failed');
      const headers = retryAfter === undefined ? undefined : { 'retry-after': String(retryAfter) };
      return Response.json({ code, message }, { status, headers });
    }
  };
}
