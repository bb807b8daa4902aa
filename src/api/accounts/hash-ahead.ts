import type { Passwords } from './auth.js';

type Handler = (request: Request) => Promise<Response>;

/** The library refuses others before it hashes them. */
const MIN_LENGTH = 8;
const MAX_LENGTH = 128;

/**
 * Hashes the password of a sign-up before the library opens its transaction: a third of a second each, so that a rush of
 * sign-ups would hold all connections of its pool and everybody else would wait for one.
 */
export function hashAhead({ ahead }: Passwords, handler: Handler): Handler {
  if (!ahead) return handler;
  return async (request) => {
    const password = await passwordOf(request);
    return password === undefined ? handler(request) : ahead(password, () => handler(request));
  };
}

/** The password of a sign-up that the library would hash; undefined for every other call. */
async function passwordOf(request: Request): Promise<string | undefined> {
  if (request.method !== 'POST' || new URL(request.url).pathname !== '/auth/sign-up/email') return undefined;
  try {
    const { password } = (await request.clone().json()) as { password?: unknown };
    if (typeof password !== 'string') return undefined;
    return password.length >= MIN_LENGTH && password.length <= MAX_LENGTH ? password : undefined;
  } catch {
    // What is no JSON the library refuses by itself.
    return undefined;
  }
}
