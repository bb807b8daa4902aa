import type { AttributeType } from '#domain/product-attributes/product-attribute.js';

export interface AttributeWords {
  title: string;
  type: AttributeType;
  /** Wanted of every product of a group that has it. */
  isRequired?: boolean;
  /** Of select and multi_select. */
  values?: readonly string[];
}

/** By their codes. */
export const attributeWords = {
  material: {
    title: 'Material',
    type: 'select',
    values: ['Cotton', 'Silk', 'Leather', 'Brass', 'White metal', 'Stainless steel'],
  },
  care: {
    title: 'Care',
    type: 'multi_select',
    isRequired: true,
    values: ['Hand wash', 'Machine wash', 'Dry clean', 'Wipe with a dry cloth', 'Keep away from water'],
  },
  handmade: { title: 'Made by hand', type: 'boolean' },
  'made-in': { title: 'Made in', type: 'text', isRequired: true },
  'net-weight': { title: 'Net weight in grams', type: 'number' },
  'shelf-life': { title: 'Shelf life in months', type: 'number', isRequired: true },
  diet: {
    title: 'Diet',
    type: 'multi_select',
    values: ['Vegetarian', 'Vegan', 'Gluten free', 'No added sugar'],
  },
  organic: { title: 'Organic', type: 'boolean' },
  'skin-type': { title: 'Skin type', type: 'select', values: ['All', 'Dry', 'Oily', 'Sensitive'] },
} as const satisfies Record<string, AttributeWords>;

export type AttributeCode = keyof typeof attributeWords;

export interface GroupWords {
  title: string;
  code: string;
  attributes: readonly AttributeCode[];
  /** Slugs. */
  categories: readonly string[];
}

export const attributeGroupWords: readonly GroupWords[] = [
  {
    title: 'Textiles',
    code: 'textiles',
    attributes: ['material', 'care', 'handmade', 'made-in'],
    categories: [
      'kurtas',
      'shirts',
      'silk-sarees',
      'cotton-sarees',
      'dupattas-stoles',
      'veshtis-dhotis',
      'fabrics',
      'bed-linen',
      'quilts',
      'table-linen',
      'cushion-covers',
    ],
  },
  {
    title: 'Home and accessories',
    code: 'home-and-accessories',
    attributes: ['material', 'care', 'handmade', 'made-in', 'net-weight'],
    categories: [
      'diyas-lamps',
      'puja-essentials',
      'serveware',
      'wall-decor',
      'planters',
      'cookware',
      'tiffins-lunch-boxes',
      'kitchen-storage',
      'kitchen-tools',
      'drinkware',
      'handbags',
      'wallets-belts',
      'footwear',
      'jewellery',
    ],
  },
  {
    title: 'Food',
    code: 'food',
    attributes: ['net-weight', 'shelf-life', 'diet', 'organic', 'made-in'],
    categories: [
      'whole-spices',
      'ground-spices',
      'pickles',
      'snacks',
      'oils-ghee',
      'tea',
      'coffee',
      'dry-fruits-nuts',
      'honey-preserves',
    ],
  },
  {
    title: 'Body care',
    code: 'body-care',
    attributes: ['skin-type', 'shelf-life', 'organic', 'made-in'],
    categories: ['face-care', 'hair-care', 'soaps-bath'],
  },
];
