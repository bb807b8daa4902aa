import type { IncomingHttpHeaders } from 'node:http';
import { parseCookies } from 'better-auth/cookies/utils';
import { equalSecrets, hmacSha256 } from '#lib/crypto.js';

/** Of development, over http. */
export const SESSION_COOKIE = 'haat.session_token';
/** Over https: a browser takes it from this host alone, for all its paths, and neither from its subdomains nor over http. */
export const SECURE_SESSION_COOKIE = `__Host-${SESSION_COOKIE}`;

/** The cookie of sessions at an address of the platform; the other name is never accepted there. */
export function sessionCookieOf({ PUBLIC_API_BASE_URL }: { PUBLIC_API_BASE_URL: string }): string {
  return PUBLIC_API_BASE_URL.startsWith('https:') ? SECURE_SESSION_COOKIE : SESSION_COOKIE;
}

/** What API keys begin with, so that they are told from session tokens, and found by scanners of leaked secrets. */
export const API_KEY_PREFIX = 'haat_';

const LONGEST = 512;

export type Credential =
  | { kind: 'session'; token: string; from: 'bearer' | 'cookie' }
  | { kind: 'api_key'; key: string; from: 'bearer' };

/** `<token>.<signature>`, as better-auth writes it into the cookie: HMAC-SHA256 in base64. */
export function signSessionToken(token: string, secret: string): string {
  return `${token}.${Buffer.from(hmacSha256(token, secret), 'hex').toString('base64')}`;
}

/** The token of a signed one, or undefined when the signature is not ours. */
function tokenOfSigned(signed: string, secret: string): string | undefined {
  const token = signed.slice(0, signed.indexOf('.'));
  return equalSecrets(signed, signSessionToken(token, secret)) ? token : undefined;
}

/** Whether the request shows itself by its cookie alone, as a browser does by itself; under either name. */
export function usesSessionCookie(headers: IncomingHttpHeaders): boolean {
  return headers.authorization === undefined && (headers.cookie ?? '').includes(`${SESSION_COOKIE}=`);
}

/**
 * The credential of a request: a bearer token (session token, plain or signed, or API key), else the session cookie.
 * With an `Authorization` header the cookie counts for nothing. Undefined when there is none or its signature is wrong.
 */
export function credentialOf(
  headers: IncomingHttpHeaders,
  secret: string,
  cookieName: string,
): Credential | undefined {
  if (headers.authorization !== undefined) return bearerCredential(headers.authorization, secret);
  const cookie = usesSessionCookie(headers) ? parseCookies(headers.cookie ?? '').get(cookieName) : undefined;
  if (!cookie || cookie.length > LONGEST) return undefined;
  const token = tokenOfSigned(cookie, secret);
  return token ? { kind: 'session', token, from: 'cookie' } : undefined;
}

function bearerCredential(header: string, secret: string): Credential | undefined {
  const text = /^bearer +(\S+)$/i.exec(header.trim())?.[1];
  if (!text || text.length > LONGEST) return undefined;
  if (text.startsWith(API_KEY_PREFIX)) return { kind: 'api_key', key: text, from: 'bearer' };
  const token = text.includes('.') ? tokenOfSigned(decoded(text), secret) : text;
  return token ? { kind: 'session', token, from: 'bearer' } : undefined;
}

/** A client may pass the cookie's value on as it stands, percent-encoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
