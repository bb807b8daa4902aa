import type { Request, Response } from 'express';

/** Who the buyer is to the API, and which cart is in hand. Scripts of pages read neither. */
export interface Visitor {
  token: string | null;
  /** A guest has a session without an account. */
  guest: boolean;
  cartId: string | null;
  /** Pieces in the cart, so that a page shows them without a call. */
  cartCount: number;
}

const SESSION = 'shop_session';
const CART = 'shop_cart';
/** As long as a session of the API lives. */
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1_000;

export function readVisitor(request: Request): Visitor {
  const cookies = parseCookies(request.headers.cookie ?? '');
  const [, kind, token] = /^([ug])\.([\w.\-+/=%]{8,400})$/.exec(cookies.get(SESSION) ?? '') ?? [];
  const [, cartId, count] = /^([0-9a-f-]{36})\.(\d{1,6})$/.exec(cookies.get(CART) ?? '') ?? [];
  return {
    token: token ?? null,
    guest: kind === 'g',
    cartId: token && cartId ? cartId : null,
    cartCount: token && count ? Number(count) : 0,
  };
}

export function writeVisitor(response: Response, visitor: Visitor, secure: boolean): void {
  const options = { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge: MAX_AGE_MS } as const;
  const { maxAge: _maxAge, ...gone } = options;
  if (visitor.token)
    response.cookie(SESSION, `${visitor.guest ? 'g' : 'u'}.${visitor.token}`, { ...options, encode: String });
  else response.clearCookie(SESSION, gone);
  if (visitor.token && visitor.cartId)
    response.cookie(CART, `${visitor.cartId}.${visitor.cartCount}`, options);
  else response.clearCookie(CART, gone);
}

function parseCookies(header: string): Map<string, string> {
  return new Map(
    header.split(';').flatMap((part): [string, string][] => {
      const at = part.indexOf('=');
      return at < 0 ? [] : [[part.slice(0, at).trim(), part.slice(at + 1).trim()]];
    }),
  );
}
