import type { Request, Response } from 'express';
import { ApiError, type Client, createClient, type DataOf } from 'haat-client';
import { readVisitor, type Visitor, writeVisitor } from './cookies.js';
import { timedFetch } from './timed-fetch.js';
import type { ShopSettings } from './settings.js';

export type Cart = DataOf<'getStoreCartsByCartId'>;

/** What a form was refused for, beside the fields and above them. */
export interface Problem {
  message: string;
  /** By the name of the field. */
  fields: Record<string, string>;
}

/** A refusal of the shop itself. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly status = 422,
    readonly fields: Record<string, string> = {},
  ) {
    super(message);
  }
}

/** The page is elsewhere. */
export class Elsewhere extends Error {
  constructor(
    readonly to: string,
    /** 301 where it has moved for good. */
    readonly status: 301 | 303 = 303,
  ) {
    super(to);
  }
}

/** The API is near: to compress and expand its responses takes longer than to send them whole. */
export const apiHeaders = { 'x-platform': 'WEB', 'accept-encoding': 'identity' };

/** One request of a buyer: the API in this buyer's name, and what its answer writes to the cookies. */
export class Visit {
  readonly visitor: Visitor;
  readonly url: URL;
  problem: Problem | null = null;
  /** What was sent, so that a refused form keeps it. */
  form = new URLSearchParams();
  #api: Client | undefined;
  #changed = false;

  constructor(
    readonly settings: ShopSettings,
    readonly request: Request,
    readonly params: Record<string, string>,
  ) {
    this.visitor = readVisitor(request);
    this.url = new URL(request.originalUrl, settings.url);
  }

  get api(): Client {
    return (this.#api ??= createClient({
      baseUrl: this.settings.apiUrl,
      fetch: timedFetch,
      ...(this.visitor.token && { token: this.visitor.token }),
      headers: this.headers(),
    }));
  }

  /** The API counts and keeps the address of the buyer, not of the shop, and mails come in the buyer's language. */
  headers(): Record<string, string> {
    const address = this.request.socket.remoteAddress ?? '';
    const language = this.request.headers['accept-language'];
    return {
      ...apiHeaders,
      'x-forwarded-for': address.replace(/^::ffff:/, ''),
      ...(language && { 'accept-language': language }),
    };
  }

  get signedIn(): boolean {
    return this.visitor.token !== null && !this.visitor.guest;
  }

  signIn(token: string, guest: boolean): void {
    Object.assign(this.visitor, { token, guest });
    this.#api = undefined;
    this.#changed = true;
  }

  signOut(): void {
    Object.assign(this.visitor, { token: null, guest: false, cartId: null, cartCount: 0 });
    this.#api = undefined;
    this.#changed = true;
  }

  keepCart(cart: Pick<Cart, 'id' | 'totals' | 'lines' | 'status'> | null): void {
    const open = cart?.status === 'open' ? cart : null;
    const cartCount = open ? open.lines.reduce((sum, line) => sum + line.quantity, 0) : 0;
    const cartId = open?.id ?? null;
    if (cartId === this.visitor.cartId && cartCount === this.visitor.cartCount) return;
    Object.assign(this.visitor, { cartId, cartCount });
    this.#changed = true;
  }

  /** The cart in hand, or the one that the account has from another device; null where there is none. */
  async cart(): Promise<Cart | null> {
    const { cartId } = this.visitor;
    if (!cartId && !this.signedIn) return null;
    try {
      const cart = await (cartId
        ? this.api.data('getStoreCartsByCartId', { path: { cartId } })
        : this.api.data('getStoreCartsCurrent'));
      this.keepCart(cart);
      return cart.status === 'open' ? cart : null;
    } catch (error) {
      if (!(error instanceof ApiError) || ![401, 403, 404].includes(error.status)) throw error;
      if (error.status === 401) this.signOut();
      this.keepCart(null);
      return null;
    }
  }

  /** A visitor without a session becomes a guest. */
  async #ensureSession(): Promise<void> {
    if (this.visitor.token) return;
    const { token } = await this.api.data('postAuthSignInAnonymous', { body: {} });
    this.signIn(token, true);
  }

  /** Opens the cart of a reminder: that of this buyer, or its items in the cart in hand. */
  async restoreCart(token: string): Promise<void> {
    await this.#ensureSession();
    this.keepCart(await this.api.data('postStoreCartsRestore', { body: { token } }));
  }

  /** The cart to put something into. */
  async openCart(): Promise<string> {
    await this.#ensureSession();
    const cart = (await this.cart()) ?? (await this.api.data('postStoreCarts'));
    this.keepCart(cart);
    return cart.id;
  }

  writeCookies(response: Response): void {
    if (this.#changed) writeVisitor(response, this.visitor, this.settings.url.startsWith('https:'));
  }
}

/** The problem to show for a failure of the API; undefined where the form is not at fault. */
export function problemOf(error: unknown): { status: number; problem: Problem } | undefined {
  if (error instanceof Refusal) {
    return { status: error.status, problem: { message: error.message, fields: error.fields } };
  }
  if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) return undefined;
  const fields = Object.fromEntries(
    error.errors.map(({ path, message }) => [path.split('.').at(-1) ?? path, message]),
  );
  const wait = error.retryAfter ? ` Try again in ${error.retryAfter} seconds.` : '';
  const known = error.errors.length > 0 ? 'Some fields need another look.' : error.message;
  return { status: error.status, problem: { message: `${known}${wait}`, fields } };
}
