/** What products are filed under. Each kind has its own paths and table, `/admin/brands` and `taxonomy_brands`. */
export const taxonomyKinds = ['categories', 'brands', 'tags', 'ingredients'] as const;
export type TaxonomyKind = (typeof taxonomyKinds)[number];

interface TaxonomyTraits {
  /** The name of one entry, in paths, audit rows and messages. */
  entity: 'category' | 'brand' | 'tag' | 'ingredient';
  /** The name with its article, for the reference. */
  phrase: string;
  /** Whether entries stand under each other. */
  tree: boolean;
}

/** All in which the kinds differ. */
export const taxonomyTraits: Readonly<Record<TaxonomyKind, TaxonomyTraits>> = {
  categories: { entity: 'category', phrase: 'a category', tree: true },
  brands: { entity: 'brand', phrase: 'a brand', tree: false },
  tags: { entity: 'tag', phrase: 'a tag', tree: false },
  ingredients: { entity: 'ingredient', phrase: 'an ingredient', tree: false },
};
