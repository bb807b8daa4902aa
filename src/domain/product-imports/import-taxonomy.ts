import { type RowOf, text, textOf, uuid } from '#domain/_shared/columns.js';
import { slugify } from '#domain/_shared/slug.js';
import type { ProductPart } from './import-batch.js';
import type { RowError } from './imported-product.js';
import { columnLabel, type ColumnNames, type ProductColumn } from './product-columns.js';

/** The taxonomies that a file can speak of. */
export type ImportTaxonomy = 'brands' | 'categories' | 'tags';

/** An entry of the marketplace that may be what a file means. */
export const taxonomyEntryColumns = { taxonomy: textOf<ImportTaxonomy>(), id: uuid, title: text, slug: text };
export type TaxonomyEntry = RowOf<typeof taxonomyEntryColumns>;

/** A name of a file as it is looked up: by title whatever its case, else by the slug it would have. */
export interface TaxonomyName {
  taxonomy: ImportTaxonomy;
  /** Folded. */
  title: string;
  slug: string;
}

/** A name that the marketplace does not have, with the note that reports it. */
export interface UnknownName {
  taxonomy: ImportTaxonomy;
  /** Folded. */
  name: string;
  /** As the file spells it. */
  title: string;
  note: RowError;
}

/** Titles are the same whatever their case; SQL has to fold in the same way. */
function fold(title: string): string {
  return title.normalize('NFC').toLowerCase();
}

/** A category may be written as a path, `Apparel > Shirts`: its last step is the category. */
function leafOf(category: string): string {
  return category.split('>').at(-1)?.trim() || category;
}

function categoryNames({ category, productType }: { category?: string | null; productType?: string | null }) {
  return [...(category ? [leafOf(category)] : []), ...(productType ? [productType] : [])];
}

/** Every name that the parts of a batch mention. */
export function mentionedNames(parts: readonly ProductPart[]): TaxonomyName[] {
  const names = new Map<string, TaxonomyName>();
  const mention = (taxonomy: ImportTaxonomy, name: string) => {
    const key = `${taxonomy} ${name}`;
    if (!names.has(key)) names.set(key, { taxonomy, title: fold(name), slug: slugify(name) });
  };
  for (const { fields } of parts) {
    if (!fields) continue;
    if (fields.brand) mention('brands', fields.brand);
    for (const name of categoryNames(fields)) mention('categories', name);
    for (const tag of fields.tags ?? []) mention('tags', tag);
  }
  return [...names.values()];
}

/**
 * Puts the ids of the marketplace's entries in place of the names of a file. A vendor does not add to the taxonomies
 * by importing: a name that the marketplace does not have is taken out, so that what is stored stays, and reported.
 * The type of a product is a category where there is one of that name and the file names no other.
 */
export function resolveTaxonomy(
  parts: readonly ProductPart[],
  entries: readonly TaxonomyEntry[],
  columns: ColumnNames,
): { parts: ProductPart[]; unknown: UnknownName[] } {
  const byTitle = new Map<string, string>();
  const bySlug = new Map<string, string>();
  for (const { taxonomy, id, title, slug } of entries) {
    byTitle.set(`${taxonomy} ${fold(title)}`, id);
    bySlug.set(`${taxonomy} ${slug}`, id);
  }
  // The same few names stand in many rows.
  const found = new Map<string, string | undefined>();
  const find = (taxonomy: ImportTaxonomy, name: string) => {
    const key = `${taxonomy} ${name}`;
    if (!found.has(key)) {
      found.set(key, byTitle.get(`${taxonomy} ${fold(name)}`) ?? bySlug.get(`${taxonomy} ${slugify(name)}`));
    }
    return found.get(key);
  };

  const unknown = new Map<string, UnknownName>();
  const report = (taxonomy: ImportTaxonomy, name: string, part: ProductPart, column: ProductColumn) => {
    const key = `${taxonomy} ${fold(name)}`;
    if (unknown.has(key)) return;
    const reason = `${titles[taxonomy]} "${name}" is not one of this marketplace; it was left out, here and wherever this file uses it.`;
    const { firstRow: row, handle } = part;
    const note: RowError = { row, handle, column: columnLabel(columns, column), reason, skips: 'nothing' };
    unknown.set(key, { taxonomy, name: fold(name), title: name, note });
  };

  const resolved = parts.map((part): ProductPart => {
    if (!part.fields) return part;
    const { brand, category, productType, tags, ...fields } = part.fields;
    const brandId = brand ? find('brands', brand) : brand;
    if (brand && brandId === undefined) report('brands', brand, part, 'brand');

    const names = categoryNames({ category, productType });
    const categoryId = names.map((name) => find('categories', name)).find((id) => id !== undefined);
    if (categoryId === undefined) {
      if (category) report('categories', leafOf(category), part, 'category');
      if (productType) report('categories', productType, part, 'productType');
    }

    const tagIds = tags?.flatMap((tag) => {
      const id = find('tags', tag);
      if (id === undefined) report('tags', tag, part, 'tags');
      return id ?? [];
    });
    const explicit = categoryId ?? (names.length === 0 ? category : undefined);
    return {
      ...part,
      fields: { ...fields, brand: brandId, category: explicit, tags: tagIds && unique(tagIds) },
    };
  });
  return { parts: resolved, unknown: [...unknown.values()] };
}

const titles: Record<ImportTaxonomy, string> = {
  brands: 'The brand',
  categories: 'The category',
  tags: 'The tag',
};

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}
