import type { DataOf } from 'haat-client';

export type ProductDetail = DataOf<'getVendorProductsByProductIdDetail'>;

/** Fields of a product that a form holds as they are. */
export interface Basics {
  title: string;
  slug: string;
  subtitle: string | null;
  description: string | null;
  brandId: string | null;
  primaryCategoryId: string | null;
  categoryIds: string[];
  tagIds: string[];
  ingredientIds: string[];
  status: 'draft' | 'active' | 'archived';
  visibility: 'public' | 'private';
  material: string | null;
  countryOfOrigin: string | null;
  gstRate: number | null;
  gstExempt: boolean;
  metaTitle: string | null;
  metaDescription: string | null;
  attributeGroupId: string | null;
  attributeAssignments: Assignment[];
}

export interface Assignment {
  attributeId: string;
  attributeValueId: string | null;
  value: string | null;
}

export interface OptionDraft {
  name: string;
  values: string[];
}

/** What a form holds of a variant; amounts are subunits. */
export interface VariantFields {
  price: number | null;
  specialPrice: number | null;
  specialPriceStart: string | null;
  specialPriceEnd: string | null;
  sku: string | null;
  ean: string | null;
  upc: string | null;
  barcode: string | null;
  hsnCode: string | null;
  gstRate: number | null;
  gstExempt: boolean;
  weight: number | null;
  length: number | null;
  breadth: number | null;
  height: number | null;
  minQuantityPerCart: number | null;
  maxQuantityPerCart: number | null;
}

export interface VariantDraft extends VariantFields {
  /** The id of a stored variant, else a name of the form's own. */
  key: string;
  stored: boolean;
  /** One for each option, in their order; null where it has none. */
  values: (string | null)[];
  deleted: boolean;
  /** Pieces of a variant that is not stored yet. */
  pieces: number | null;
}

export interface TabDraft {
  key: string;
  stored: boolean;
  title: string;
  body: string | null;
  isActive: boolean;
  deleted: boolean;
}

export interface ProductDraft {
  basics: Basics;
  /** The first is the picture of lists. */
  images: string[];
  options: OptionDraft[];
  variants: VariantDraft[];
  tabs: TabDraft[];
}

export const basicNames = [
  'title',
  'slug',
  'subtitle',
  'description',
  'brandId',
  'primaryCategoryId',
  'categoryIds',
  'tagIds',
  'ingredientIds',
  'status',
  'visibility',
  'material',
  'countryOfOrigin',
  'gstRate',
  'gstExempt',
  'metaTitle',
  'metaDescription',
  'attributeGroupId',
  'attributeAssignments',
] as (keyof Basics)[];

export const variantNames = [
  'price',
  'specialPrice',
  'specialPriceStart',
  'specialPriceEnd',
  'sku',
  'ean',
  'upc',
  'barcode',
  'hsnCode',
  'gstRate',
  'gstExempt',
  'weight',
  'length',
  'breadth',
  'height',
  'minQuantityPerCart',
  'maxQuantityPerCart',
] as (keyof VariantFields)[];

let made = 0;
export const newKey = (): string => `new-${(made += 1)}-${Date.now()}`;

const noFields: VariantFields = {
  price: null,
  specialPrice: null,
  specialPriceStart: null,
  specialPriceEnd: null,
  sku: null,
  ean: null,
  upc: null,
  barcode: null,
  hsnCode: null,
  gstRate: null,
  gstExempt: false,
  weight: null,
  length: null,
  breadth: null,
  height: null,
  minQuantityPerCart: null,
  maxQuantityPerCart: null,
};

export function newVariant(values: (string | null)[], like?: VariantFields): VariantDraft {
  // A SKU and the barcodes belong to one variant; the rest is most often the same.
  const fields = like ? { ...like, sku: null, ean: null, upc: null, barcode: null } : noFields;
  const copied = Object.fromEntries(
    variantNames.map((name) => [name, fields[name]]),
  ) as unknown as VariantFields;
  return { ...copied, key: newKey(), stored: false, values, deleted: false, pieces: null };
}

export function emptyDraft(): ProductDraft {
  return {
    basics: {
      title: '',
      slug: '',
      subtitle: null,
      description: null,
      brandId: null,
      primaryCategoryId: null,
      categoryIds: [],
      tagIds: [],
      ingredientIds: [],
      status: 'draft',
      visibility: 'public',
      material: null,
      countryOfOrigin: null,
      gstRate: null,
      gstExempt: false,
      metaTitle: null,
      metaDescription: null,
      attributeGroupId: null,
      attributeAssignments: [],
    },
    images: [],
    options: [],
    variants: [newVariant([])],
    tabs: [],
  };
}

/** A stored product as the form holds it. */
export function draftOf(product: ProductDetail): ProductDraft {
  const options = [...product.options].sort((left, right) => left.sortOrder - right.sortOrder);
  const valueOf = new Map(
    options.flatMap(({ values }) => values.map(({ id, value }) => [id, value] as const)),
  );
  const images = product.images.filter((image) => image !== product.thumbnail);
  return {
    basics: {
      ...(Object.fromEntries(
        basicNames.map((name) => [name, product[name as keyof ProductDetail]]),
      ) as unknown as Basics),
      attributeAssignments: product.attributeAssignments.map(({ attributeId, attributeValueId, value }) => ({
        attributeId,
        attributeValueId,
        value,
      })),
    },
    images: product.thumbnail ? [product.thumbnail, ...images] : images,
    options: options.map(({ name, values }) => ({
      name,
      values: [...values].sort((left, right) => left.sortOrder - right.sortOrder).map(({ value }) => value),
    })),
    variants: [...product.variants]
      .filter(({ deletedAt }) => deletedAt === null)
      .sort((left, right) => left.sortOrder - right.sortOrder)
      .map((variant) => ({
        ...(Object.fromEntries(
          variantNames.map((name) => [name, variant[name]]),
        ) as unknown as VariantFields),
        key: variant.id,
        stored: true,
        values: options.map(({ values }) => {
          const own = values.find(({ id }) => variant.optionValueIds.includes(id));
          return own ? (valueOf.get(own.id) ?? null) : null;
        }),
        deleted: false,
        pieces: null,
      })),
    tabs: [...product.tabs]
      .sort((left, right) => left.sortOrder - right.sortOrder)
      .map(({ id, title, body, isActive }) => ({
        key: id,
        stored: true,
        title,
        body,
        isActive,
        deleted: false,
      })),
  };
}

/** Sets a field of the form by its path. */
export function withField(draft: ProductDraft, path: string, value: unknown): ProductDraft {
  const [section = '', key = '', name = ''] = path.split('.');
  if (section === 'basics') return { ...draft, basics: { ...draft.basics, [key]: value } };
  if (section === 'images' || section === 'options') return { ...draft, [section]: value };
  const rows = draft[section as 'variants'].map((row) => (row.key === key ? { ...row, [name]: value } : row));
  return { ...draft, [section]: rows };
}
