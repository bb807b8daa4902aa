import type { VendorProduct, VendorProductVariant } from '#domain/products/vendor-product.js';
import type { FieldDifference, FieldValue } from './product-approval.js';
import { sameValue } from './same-value.js';

/** Names of what a product points to, by id. */
export type Titles = ReadonlyMap<string, string>;

/** Fields that shoppers see, in the order of a product page, with what a person calls them. */
const fields = {
  title: 'Title',
  slug: 'Slug',
  subtitle: 'Subtitle',
  description: 'Description',
  material: 'Material',
  countryOfOrigin: 'Country of origin',
  thumbnail: 'Thumbnail',
  images: 'Images',
  metaTitle: 'Meta title',
  metaDescription: 'Meta description',
  ogImage: 'Share image',
} as const satisfies Partial<Record<keyof VendorProduct, string>>;

interface ShownField {
  field: string;
  label: string;
  value: FieldValue;
}

/** What shoppers see of a product, field by field. */
function shownFields(product: VendorProduct, titles: Titles): ShownField[] {
  const named = (id: string | null) => (id === null ? null : (titles.get(id) ?? id));
  const list = (rows: readonly { title: string }[]) => rows.map(({ title }) => title).sort();
  return [
    ...Object.entries(fields).map(([field, label]) => ({
      field,
      label,
      value: product[field as keyof typeof fields],
    })),
    { field: 'brandId', label: 'Brand', value: named(product.brandId) },
    { field: 'primaryCategoryId', label: 'Main category', value: named(product.primaryCategoryId) },
    { field: 'categoryIds', label: 'Categories', value: list(product.categories) },
    { field: 'tagIds', label: 'Tags', value: list(product.tags) },
    { field: 'ingredientIds', label: 'Ingredients', value: list(product.ingredients) },
    { field: 'attributeAssignments', label: 'Attributes', value: attributesOf(product, named) },
    { field: 'options', label: 'Options', value: product.options.map(({ name, values }) => `${name}: ${values.map(({ value }) => value).join(', ')}`) }, // prettier-ignore
    ...product.variants.flatMap((variant) => picturesOf(product, variant)),
    ...product.tabs
      .filter(({ isActive }) => isActive)
      .map(({ id, title, body }) => ({ field: `tabs.${id}`, label: `Tab ${title}`, value: { title, body } })),
  ];
}

function attributesOf({ attributeAssignments }: VendorProduct, named: (id: string | null) => string | null) {
  return attributeAssignments.map(
    ({ attributeId, attributeValueId, value }) =>
      `${named(attributeId)}: ${attributeValueId === null ? value : named(attributeValueId)}`,
  );
}

function picturesOf(product: VendorProduct, variant: VendorProductVariant): ShownField[] {
  const values = new Map(
    product.options.flatMap((option) => option.values.map(({ id, value }) => [id, value])),
  );
  const name = variant.optionValueIds.map((id) => values.get(id) ?? '').filter(Boolean).join(' / ') || (variant.sku ?? 'variant'); // prettier-ignore
  const pictures = [...(variant.thumbnail === null ? [] : [variant.thumbnail]), ...variant.images];
  return [{ field: `variants.${variant.id}.images`, label: `Images of ${name}`, value: pictures }];
}

const isNothing = (value: FieldValue | undefined) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** The fields that shoppers see and that differ; of a new product those that say something. */
export function productDifferences(
  before: VendorProduct | null,
  after: VendorProduct,
  titles: Titles,
): FieldDifference[] {
  const was = new Map((before ? shownFields(before, titles) : []).map((row) => [row.field, row]));
  const is = shownFields(after, titles);
  const gone = [...was.values()].filter(({ field }) => !is.some((row) => row.field === field));
  return [...is, ...gone.map((row) => ({ ...row, value: null }))]
    .map(({ field, label, value }) => ({
      ...{ field, label },
      before: shown(was.get(field)?.value),
      after: shown(value),
    }))
    .filter((row) => !sameValue(row.before, row.after));
}

const shown = (value: FieldValue | undefined): FieldValue => (isNothing(value) ? null : (value ?? null));
