import { documentCodes, documentWords, titleLexemes, type WordPlace } from '#domain/search/document-words.js';
import { MAX_INT32, type SearchDocument } from '#domain/search/search-document.js';
import { packDocument } from './packed-document.js';
import type { PreparedWrite } from './prepared-write.js';

/** What a document is filtered by or counted under. */
export interface Term {
  kind: 'brand' | 'category' | 'tag' | 'ingredient' | 'vendor' | 'attribute';
  slug: string;
  ref: string;
  label: string;
}

/** No text that is stored has the sign between the parts. */
export const termKey = ({ kind, slug, ref, label }: Term): string => `${kind}\0${slug}\0${ref}\0${label}`;

/** Terms that are counted: brand and attribute values. */
export function facetTerms(document: SearchDocument): Term[] {
  const { brandId, brandSlug, brandName, attributes } = document;
  const brand: Term[] =
    brandId && brandSlug && brandName
      ? [{ kind: 'brand', slug: brandSlug, ref: brandId, label: brandName }]
      : [];
  const values = attributes.flatMap(({ code, values }) =>
    values.map((label): Term => ({ kind: 'attribute', slug: code, ref: '', label })),
  );
  return [...brand, ...values];
}

/** Terms that are counted only where a search asks for it, or never. */
export function filterTerms(document: SearchDocument): Term[] {
  const entries = (kind: Term['kind'], ids: string[], slugs: string[], names: string[]) =>
    slugs.map((slug, n): Term => ({ kind, slug, ref: ids[n] ?? '', label: names[n] ?? '' }));
  return [
    { kind: 'vendor', slug: document.vendorSlug, ref: document.vendorId, label: '' },
    ...entries('category', document.categoryIds, document.categorySlugs, document.categoryNames),
    ...entries('tag', document.tagIds, document.tagSlugs, document.tagNames),
    ...entries('ingredient', document.ingredientIds, document.ingredientSlugs, document.ingredientNames),
  ];
}

/** A word vector as text. Words hold letters, digits and marks only, so that quoting is all they need. */
export function vectorText(words: Iterable<[string, readonly WordPlace[]]>): string {
  let text = '';
  for (const [word, places] of words)
    text += `'${word}':${places.map(({ place, weight }) => `${place}${weight}`).join(',')} `;
  return text;
}

const int32 = (value: number) => Math.min(value, MAX_INT32);

export interface DocumentRow {
  id: string;
  read_at: string;
  live: boolean;
  vendor_id: string | null;
  words: string;
  facets: number[];
  filters: number[];
  skus: string[];
  price_min: number;
  price_max: number;
  in_stock: boolean;
  has_active_special: boolean;
  total_inventory: number;
  popularity: number;
  rating_average: number;
  rating_count: number;
  published_at: number;
  body: string;
  packed: string | null;
  packed_at: string | null;
  content_hash: string;
  hashed_at: string;
}

/** The row of a write, and the words it adds to the vocabulary. */
export function documentRow(
  { write, readAt, body, contentHash }: PreparedWrite,
  idsOf: (terms: Term[]) => number[],
): { row: DocumentRow; words: string[] } {
  if (write.kind === 'delete') return { row: tombstone(write.productId, readAt, contentHash), words: [] };
  const { document } = write;
  const words = documentWords(document);
  const whole = [...titleLexemes(document.title), ...documentCodes(document)];
  const texts = whole.map((text): [string, WordPlace[]] => [text, [{ place: 1, weight: 'A' }]]);
  const searchable =
    document.status === 'active' && document.visibility === 'public' && document.publishedAtTs > 0;
  const [facets, filters] = [idsOf(facetTerms(document)), idsOf(filterTerms(document))];
  const [priceMin, priceMax] = [int32(document.priceMin), int32(document.priceMax)];
  const totalInventory = int32(document.totalInventory);
  const {
    id,
    inStock,
    hasActiveSpecial,
    popularity,
    ratingAverage,
    ratingCount,
    publishedAtTs: publishedAt,
  } = document;
  const numbers = { priceMin, priceMax, totalInventory, ratingAverage, ratingCount, publishedAt };
  const packed = { id, readAt: document.indexedAtTs, inStock, hasActiveSpecial, popularity, ...numbers };
  return {
    words: [...words.keys()].filter((word) => !word.startsWith('#')),
    row: {
      id,
      read_at: readAt,
      live: searchable,
      vendor_id: document.vendorId,
      words: vectorText([...words, ...texts]),
      facets,
      filters,
      skus: document.skus,
      price_min: priceMin,
      price_max: priceMax,
      in_stock: inStock,
      has_active_special: hasActiveSpecial,
      total_inventory: totalInventory,
      popularity,
      rating_average: ratingAverage,
      rating_count: ratingCount,
      published_at: publishedAt,
      body,
      packed: packDocument({ ...packed, terms: [...facets, ...filters] }),
      packed_at: readAt,
      content_hash: contentHash,
      hashed_at: readAt,
    },
  };
}

/** What stays of a product that left: a late writer with an older document must not bring it back. */
function tombstone(id: string, readAt: string, contentHash: string): DocumentRow {
  return {
    id,
    read_at: readAt,
    live: false,
    vendor_id: null,
    words: '',
    facets: [],
    filters: [],
    skus: [],
    price_min: -1,
    price_max: -1,
    in_stock: false,
    has_active_special: false,
    total_inventory: 0,
    popularity: 0,
    rating_average: 0,
    rating_count: 0,
    published_at: 0,
    body: '',
    packed: null,
    packed_at: null,
    content_hash: contentHash,
    hashed_at: readAt,
  };
}
