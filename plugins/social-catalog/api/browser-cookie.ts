import type { Request } from 'express';
import { randomToken, sha256 } from 'haat/plugin';

const PREFIX = 'haat_social_consent_';
const PATH = '/admin/social-catalog/oauth';
const SECONDS = 600;
const VALUE = /^[A-Za-z0-9_-]{43}$/;

/** Each consent has its own cookie: one that is begun in a second tab leaves that of the first alone. */
const cookieOf = (state: string) => `${PREFIX}${sha256(state).slice(0, 16)}`;

/** What the browser that began the consent of a state is known by; undefined for another one. */
export function consentBrowser(request: Request, state = ''): string | undefined {
  const pairs = (request.get('cookie') ?? '').split(';').map((pair) => pair.trim().split('='));
  const value = pairs.find(([name]) => name === cookieOf(state))?.[1];
  return value !== undefined && VALUE.test(value) ? value : undefined;
}

/** A name for the browser that begins a consent. */
export const newBrowser = (): string => randomToken();

/** The cookie that keeps the name of the browser until the consent of a state has come back. */
export function browserCookie(
  request: Request,
  { state, browser }: { state: string; browser: string },
): string {
  const secure = request.secure ? '; Secure' : '';
  // The consent page comes back by a link from another site, which `Lax` lets through.
  return `${cookieOf(state)}=${browser}; Path=${PATH}; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}
