import type { BodyOf, CallResult } from 'haat-client';

export type ShopPage = CallResult<'getVendorPage'>['data'];
export type ShopPageBody = NonNullable<BodyOf<'patchAdminVendorsByVendorIdPage'>>;

const texts = ['story', 'returnPolicy', 'shippingPolicy', 'metaTitle', 'metaDescription'] as const;
type TextName = (typeof texts)[number];

/** The page as a form holds it: a text that is not there is empty. */
export interface PageDraft extends Record<TextName, string> {
  logo: string | null;
  cover: string | null;
  pictures: string[];
  slug: string;
}

export const draftFields: readonly (keyof PageDraft)[] = ['logo', 'cover', 'pictures', 'slug', ...texts];

export function draftOf({ logo, cover, pictures, slug, ...page }: ShopPage): PageDraft {
  const written = Object.fromEntries(texts.map((name) => [name, page[name] ?? ''])) as Record<
    TextName,
    string
  >;
  return { logo, cover, pictures, slug, ...written };
}

/** What has changed, as the API takes it. */
export function bodyOf(changed: Partial<PageDraft>): ShopPageBody {
  const entries = Object.entries(changed).map(([name, value]) => [name, value === '' ? null : value]);
  return Object.fromEntries(entries) as ShopPageBody;
}
