import { useLocation } from 'react-router';

/** An entry of any taxonomy, as lists have it; only categories have a parent. */
export interface Entry {
  id: string;
  title: string;
  slug: string;
  description: string | null;
  image: string | null;
  sortOrder: number;
  deletedAt: string | null;
  bannerCount: number;
  productCount: number;
  parentId?: string | null;
}

export interface Taxonomy {
  kind: 'categories' | 'brands' | 'tags' | 'ingredients';
  /** As banners name it, and people: `category`. */
  singular: 'category' | 'brand' | 'tag' | 'ingredient';
  title: string;
  list: string;
  read: string;
  create: string;
  update: string;
  remove: string;
  restore: string;
}

export const taxonomies: readonly Taxonomy[] = [
  {
    kind: 'categories',
    singular: 'category',
    title: 'Categories',
    list: 'getAdminCategories',
    read: 'getAdminCategoriesById',
    create: 'postAdminCategories',
    update: 'putAdminCategoriesById',
    remove: 'deleteAdminCategoriesById',
    restore: 'postAdminCategoriesByIdRestore',
  },
  {
    kind: 'brands',
    singular: 'brand',
    title: 'Brands',
    list: 'getAdminBrands',
    read: 'getAdminBrandsById',
    create: 'postAdminBrands',
    update: 'putAdminBrandsById',
    remove: 'deleteAdminBrandsById',
    restore: 'postAdminBrandsByIdRestore',
  },
  {
    kind: 'tags',
    singular: 'tag',
    title: 'Tags',
    list: 'getAdminTags',
    read: 'getAdminTagsById',
    create: 'postAdminTags',
    update: 'putAdminTagsById',
    remove: 'deleteAdminTagsById',
    restore: 'postAdminTagsByIdRestore',
  },
  {
    kind: 'ingredients',
    singular: 'ingredient',
    title: 'Ingredients',
    list: 'getAdminIngredients',
    read: 'getAdminIngredientsById',
    create: 'postAdminIngredients',
    update: 'putAdminIngredientsById',
    remove: 'deleteAdminIngredientsById',
    restore: 'postAdminIngredientsByIdRestore',
  },
];

/** The taxonomy that the address names: `/admin/brands/…`. */
export function useTaxonomy(): Taxonomy {
  const { pathname } = useLocation();
  const found = taxonomies.find(({ kind }) => pathname.split('/')[2] === kind);
  if (!found) throw new Error(`No taxonomy has the address ${pathname}`);
  return found;
}
