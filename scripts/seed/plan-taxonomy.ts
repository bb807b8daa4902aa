import { slugify } from '#domain/_shared/slug.js';
import type { TaxonomyItem } from '#domain/taxonomy/taxonomy-item.js';
import type { TaxonomyKind } from '#domain/taxonomy/taxonomy-kind.js';
import type { Calendar } from './calendar.js';
import { createIds } from './draw.js';
import {
  brandTitles,
  categoryTree,
  type CategoryWords,
  ingredientTitles,
  tagTitles,
} from './taxonomy.words.js';

export interface TaxonomyPlan {
  /** Parents before their children. */
  entries: { kind: TaxonomyKind; item: TaxonomyItem }[];
  /** @throws Error where nothing has this title or slug */
  idOf(kind: TaxonomyKind, titleOrSlug: string): string;
}

/** What products are filed under. */
export function planTaxonomy(seed: number, calendar: Calendar): TaxonomyPlan {
  const newId = createIds(seed, 'taxonomy');
  const createdAt = calendar.daysAgo(400);
  const entries: TaxonomyPlan['entries'] = [];
  const ids = new Map<string, string>();

  function add(kind: TaxonomyKind, title: string, sortOrder: number, parentId?: string | null): string {
    const id = newId();
    const slug = slugify(title);
    const fields = { id, title, slug, description: null, image: null, sortOrder, metadata: null };
    const stamps = { createdAt, updatedAt: createdAt, deletedAt: null };
    entries.push({ kind, item: { ...fields, ...stamps, ...(parentId === undefined ? {} : { parentId }) } });
    ids.set(`${kind}/${slug}`, id);
    return id;
  }

  function addCategories(categories: readonly CategoryWords[], parentId: string | null): void {
    for (const [place, { title, children = [] }] of categories.entries())
      addCategories(children, add('categories', title, place, parentId));
  }

  addCategories(categoryTree, null);
  brandTitles.forEach((title, place) => add('brands', title, place));
  tagTitles.forEach((title, place) => add('tags', title, place));
  ingredientTitles.forEach((title, place) => add('ingredients', title, place));
  return {
    entries,
    idOf(kind, titleOrSlug) {
      const id = ids.get(`${kind}/${slugify(titleOrSlug)}`);
      if (id === undefined) throw new Error(`The demo data has no ${titleOrSlug} among its ${kind}`);
      return id;
    },
  };
}
