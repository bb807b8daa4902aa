import { readFileSync } from 'node:fs';
import type { SearchDocument } from '#domain/search/search-document.js';
import type { GradedProduct } from './judgements.js';

/** Lines of a CSV file with quoted fields, as objects by the names of its first line. */
function readCsv(file: string): Record<string, string>[] {
  const rows: string[][] = [];
  for (const line of readFileSync(file, 'utf8').split(/\r?\n/)) {
    if (line === '') continue;
    rows.push(
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
        quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
      ),
    );
  }
  const [names = [], ...lines] = rows;
  return lines.map((cells) => Object.fromEntries(names.map((name, n) => [name, cells[n] ?? ''])));
}

const slugOf = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');

const idOf = (group: number, n: number) =>
  `0199c0de-${String(group).padStart(4, '0')}-7000-8000-${String(n).padStart(12, '0')}`;

/** Numbers names in the order in which they are met. */
function numbering(group: number) {
  const known = new Map<string, string>();
  return (name: string) => {
    const id = known.get(name) ?? idOf(group, known.size + 1);
    known.set(name, id);
    return id;
  };
}

/**
 * A catalog from a CSV file with `title`, `category`, `sub_category`, `type`, `brand`, `price` and `rating`: one document
 * for each line.
 */
export function readCatalog(file: string): SearchDocument[] {
  const [brandId, categoryId] = [numbering(1), numbering(2)];
  return readCsv(file).map((row, n) => {
    const { title = '', brand = '', category = '', sub_category: sub = '', type = '' } = row;
    const categories = [...new Set([category, sub, type])].filter((name) => name !== '');
    const price = Math.round(Number(row['price'] ?? 0) * 100);
    const id = idOf(3, n);
    return {
      id,
      vendorId: idOf(4, 1),
      vendorSlug: 'grocer',
      title,
      slug: `${slugOf(title)}-${n}`,
      subtitle: null,
      description: null,
      thumbnail: null,
      images: [],
      status: 'active',
      visibility: 'public',
      publishedAtTs: 1_700_000_000_000 + n,
      createdAtTs: 1_700_000_000_000,
      updatedAtTs: 1_700_000_000_000,
      indexedAtTs: 1_700_000_000_000,
      ...(brand === ''
        ? { brandId: null, brandSlug: null, brandName: null }
        : { brandId: brandId(brand), brandSlug: slugOf(brand), brandName: brand }),
      categoryIds: categories.map(categoryId),
      categorySlugs: categories.map(slugOf),
      categoryNames: categories,
      primaryCategoryId: null,
      tagIds: [],
      tagSlugs: [],
      tagNames: [],
      ingredientIds: [],
      ingredientSlugs: [],
      ingredientNames: [],
      skus: [],
      optionValues: [],
      codes: [],
      variantMarks: [],
      attributes: [],
      variants: [],
      priceMin: price,
      priceMax: price,
      inStock: true,
      hasActiveSpecial: false,
      totalInventory: 10,
      ratingAverage: Number(row['rating'] ?? 0),
      ratingCount: 0,
      popularity: 0,
    };
  });
}

/** A document as the grades look at it. */
export function gradedProductOf(document: SearchDocument): GradedProduct {
  const { id, title, subtitle, brandName, categoryNames, priceMin, priceMax } = document;
  return {
    id,
    title,
    subtitle: subtitle ?? '',
    brand: brandName ?? '',
    categories: categoryNames,
    price: { min: priceMin / 100, max: priceMax / 100 },
  };
}
