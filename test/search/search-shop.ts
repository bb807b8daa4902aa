import { newId } from '#lib/ids.js';
import type { Container } from '#runtime/container.js';
import type { AttributeType } from '#domain/product-attributes/product-attribute.js';
import type { HttpResponse, HttpClient } from '../_support/http-client.js';

export interface SearchResponse {
  products: {
    id: string;
    title: string;
    slug: string;
    priceStart: number | null;
    priceEnd: number | null;
    brand: { id: string; slug: string; name: string } | null;
    inStock: boolean;
    hasActiveSpecial: boolean;
    rating: { average: number; count: number };
    variants: Record<string, unknown>[];
  }[];
  brands: { id: string; slug: string; name: string; productCount: number }[];
  attributes: { code: string; title: string; values: { value: string; productCount: number }[] }[];
  ratings: { rating: number; productCount: number }[];
  categories?: { slug: string; productCount: number }[];
  vendors?: { id: string; slug: string; name: string; productCount: number }[];
  price?: { min: number; max: number } | null;
}

export interface SuggestResponse {
  suggestions: string[];
  products: SearchResponse['products'];
}

type Query = Record<string, string | number | boolean>;

export const pathOf = (query: Query, path = '/store/product-search') =>
  `${path}?${new URLSearchParams(Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))).toString()}`;

export function searchFor(http: HttpClient, query: Query = {}): Promise<HttpResponse<SearchResponse>> {
  return http.get<SearchResponse>(pathOf(query));
}

/** Titles of what a search finds, in its order. */
export async function titlesFor(http: HttpClient, query: Query = {}): Promise<string[]> {
  return (await searchFor(http, query)).body.data.products.map(({ title }) => title);
}

/** An attribute with its values, written as rows. */
export async function createAttribute(
  { knex }: Container,
  code: string,
  type: AttributeType,
  values: string[] = [],
): Promise<{ id: string; code: string; valueIds: Record<string, string> }> {
  const id = newId();
  await knex('product_attributes').insert({ id, title: code.toUpperCase(), code, type });
  const rows = values.map((value, sortOrder) => ({
    id: newId(),
    attributeId: id,
    value,
    folded: value.toLowerCase(),
    sortOrder,
  }));
  if (rows.length > 0) await knex('product_attributes_values').insert(rows);
  return { id, code, valueIds: Object.fromEntries(rows.map((row) => [row.value, row.id])) };
}

/** Assigns a value: the id of one of select types, or the text as sent. */
export async function assign(
  { knex }: Container,
  productId: string,
  attributeId: string,
  given: { valueId: string } | { value: string; canonical?: string },
): Promise<void> {
  const row = 'valueId' in given ? given : { ...given, canonical: given.canonical ?? given.value };
  await knex('products_attributes').insert({ productId, attributeId, ...row });
}
