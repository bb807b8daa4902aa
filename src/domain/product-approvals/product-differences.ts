import type { VendorProduct, VendorProductVariant } from '#domain/products/vendor-product.js';
import type { FieldDifference, FieldValue } from './product-approval.js';
import { sameValue } from './same-value.js';
import { type CustomValues, type PublicFields, publicFields, type ShownProduct } from './shown-product.js';

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
function shownFields(
  { product, customFields, variantFields }: ShownProduct,
  titles: Titles,
  declared: PublicFields,
  known?: ReadonlySet<string>,
): ShownField[] {
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
    {
      field: 'options',
      label: 'Options',
      value: product.options.map(
        ({ name, values }) => `${name}: ${values.map(({ value }) => value).join(', ')}`,
      ),
    },
    ...declared.product.map(({ key, label }) => ({
      field: `customFields.${key}`,
      label,
      value: textOf(customFields[key]),
    })),
    ...product.variants.flatMap((variant) => {
      const name = nameOf(product, variant);
      // A variant that waits has no id before it is approved.
      const at = `variants.${known && !known.has(variant.id) ? name : variant.id}`;
      const fields: CustomValues = variantFields.get(variant.id) ?? {};
      return [
        { field: `${at}.images`, label: `Images of ${name}`, value: picturesOf(variant) },
        ...declared.productVariant.map(({ key, label }) => ({
          field: `${at}.customFields.${key}`,
          label: `${label} of ${name}`,
          value: textOf(fields[key]),
        })),
      ];
    }),
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

function nameOf(product: VendorProduct, variant: VendorProductVariant): string {
  const values = new Map(
    product.options.flatMap((option) => option.values.map(({ id, value }) => [id, value])),
  );
  return (
    variant.optionValueIds
      .map((id) => values.get(id) ?? '')
      .filter(Boolean)
      .join(' / ') ||
    (variant.sku ?? 'variant')
  );
}

const picturesOf = ({ thumbnail, images }: VendorProductVariant) => [
  ...(thumbnail === null ? [] : [thumbnail]),
  ...images,
];

/** A custom field as a person reads it: a list of texts as such, anything else as one text. */
function textOf(value: unknown): FieldValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  return JSON.stringify(value);
}

const isNothing = (value: FieldValue | undefined) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** The fields that shoppers see and that differ; of a new product those that say something. */
export function productDifferences(
  before: ShownProduct | null,
  after: ShownProduct,
  titles: Titles,
  declared: PublicFields = publicFields,
): FieldDifference[] {
  const known = before ? new Set(before.product.variants.map(({ id }) => id)) : undefined;
  const was = new Map((before ? shownFields(before, titles, declared) : []).map((row) => [row.field, row]));
  const is = shownFields(after, titles, declared, known);
  const gone = [...was.values()].filter(({ field }) => !is.some((row) => row.field === field));
  return [...is, ...gone.map((row) => ({ ...row, value: null }))]
    .map(({ field, label, value }) => ({
      field,
      label,
      before: shown(was.get(field)?.value),
      after: shown(value),
    }))
    .filter((row) => !sameValue(row.before, row.after));
}

const shown = (value: FieldValue | undefined): FieldValue => (isNothing(value) ? null : (value ?? null));
