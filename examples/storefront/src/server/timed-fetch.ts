/** Somebody waits in front of the page: behind this it says that the shop is away. */
const LIMIT_MS = 5_000;

/**
 * A signal that aborts with another one, or when the time is up. With a separate timer: `AbortSignal.any` holds a signal of
 * `AbortSignal.timeout` so weakly that it may be collected before it fires.
 */
function limited(outer?: AbortSignal): { signal: AbortSignal; done: () => void } {
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new DOMException('The API did not respond in time', 'TimeoutError')),
    LIMIT_MS,
  );
  outer?.addEventListener('abort', () => controller.abort(outer.reason), { once: true });
  return { signal: controller.signal, done: () => clearTimeout(timer) };
}

/** As `fetch`, for so long at most, the body included: a response that has been read is not touched by it. @throws DOMException TimeoutError */
export const timedFetch = (request: Request): Promise<Response> =>
  fetch(request, { signal: limited(request.signal).signal });

/** As `fetch`, until the headers come at most so long: files and streams may take their time then. */
export async function fetchHeaders(
  url: string,
  init: RequestInit & { signal: AbortSignal },
): Promise<Response> {
  const { signal, done } = limited(init.signal);
  try {
    return await fetch(url, { ...init, signal });
  } finally {
    done();
  }
}

/** Whether a call took too long. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'TimeoutError';
