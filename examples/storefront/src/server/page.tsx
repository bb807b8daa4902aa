import type { ReactNode } from 'react';
import type { PartName, PartProps } from '../views/parts.js';
import type { Store } from './store.js';
import type { Visit } from './visit.js';

/** What stands in the head of a page. */
export interface Head {
  title: string;
  description?: string | null;
  /** Path of the page that search engines keep for this one. */
  canonical?: string;
  /** Not for search engines. */
  hidden?: boolean;
  robots?: string | null;
  picture?: string | null;
  /** JSON-LD. */
  data?: object[];
  /** The page goes on there by itself, also without JavaScript. */
  forward?: string;
}

/** The part of a page that lives: the same component on both sides, its props sent with the page. */
export interface Part<Name extends PartName = PartName> {
  name: Name;
  props: PartProps<Name>;
}

export interface PageResult {
  head: Head;
  status?: number;
  part?: Part;
  /** The page without header and footer; `live` is where its part goes. */
  body: (live: ReactNode) => ReactNode;
  /** Nothing of the shop around it. */
  bare?: boolean;
}

export interface Shop {
  visit: Visit;
  store: Store;
}

/** Reads what a page shows. @throws Elsewhere, or ApiError: 404 becomes the page of unknown addresses */
export type Page = (shop: Shop) => Promise<PageResult>;

/** What a form does. The buyer is sent to the path that comes back; a refusal shows `page` again. */
export interface Action {
  page: Page;
  run: (shop: Shop, form: URLSearchParams) => Promise<string | PageResult>;
}

export function part<Name extends PartName>(name: Name, props: PartProps<Name>): Part {
  return { name, props } as unknown as Part;
}

/** A path of the shop that came with a request, as in `?to=/checkout`; never another origin. */
export function ownPath(text: string | null, otherwise: string): string {
  if (!text || !text.startsWith('/')) return otherwise;
  const base = 'http://shop.invalid';
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined;
  return url?.origin === base ? `${url.pathname}${url.search}` : otherwise;
}
