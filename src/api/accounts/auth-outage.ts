import { AsyncLocalStorage } from 'node:async_hooks';
import { databaseError } from '#db/database-error.js';

type Handler = (request: Request) => Promise<Response>;

/** What went wrong inside the library during a request; it tells that to a hook alone, which has no say in the answer. */
const failures = new AsyncLocalStorage<{ failure?: unknown }>();

/** For the library's hook. */
export function noteAuthFailure(error: unknown): void {
  const seen = failures.getStore();
  if (seen) seen.failure = error;
}

/**
 * better-auth answers an empty 500 whatever happens to it. While the database is away that becomes the 503 that all
 * other operations answer, in the library's shape of errors, so that a client knows to come again.
 */
export function tellOutages(handler: Handler): Handler {
  return (request) => {
    const seen: { failure?: unknown } = {};
    return failures.run(seen, async () => {
      const answer = await handler(request);
      const outage = answer.status === 500 ? databaseError(seen.failure) : undefined;
      if (outage?.status !== 503) return answer;
      const { code, message, retryAfter = 1 } = outage;
      return Response.json(
        { code, message },
        { status: 503, headers: { 'retry-after': String(retryAfter) } },
      );
    });
  };
}
