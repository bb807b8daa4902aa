import type { Request } from 'express';
import { randomToken } from '#lib/crypto.js';

const NAME = 'haat_social_consent';
const PATH = '/admin/social-catalog/oauth';
const SECONDS = 600;
const VALUE = /^[A-Za-z0-9_-]{43}$/;

/** What the browser that began a consent is known by; undefined for another one. */
export function consentBrowser(request: Request): string | undefined {
  const pairs = (request.get('cookie') ?? '').split(';').map((pair) => pair.trim().split('='));
  const value = pairs.find(([name]) => name === NAME)?.[1];
  return value !== undefined && VALUE.test(value) ? value : undefined;
}

/** The same browser may begin twice; a new one gets a name of its own. */
export function namedBrowser(request: Request): { browser: string; setCookie: string } {
  const browser = consentBrowser(request) ?? randomToken();
  const secure = request.secure ? '; Secure' : '';
  // The consent page comes back by a link from another site, which `Lax` lets through.
  const setCookie = `${NAME}=${browser}; Path=${PATH}; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure}`;
  return { browser, setCookie };
}
