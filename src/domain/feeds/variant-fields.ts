import type { FeedVariant } from './feed-variant.js';

/** The fields by which the variants of a product differ at the remote sides. */
export const variantFields = ['color', 'size', 'gender', 'ageGroup', 'pattern', 'material'] as const;
export type VariantField = (typeof variantFields)[number];

/** The names of options and codes of attributes that each field is read from, the first that a variant has. */
export type VariantFieldMap = Record<VariantField, string[]>;

export const defaultVariantFieldMap: VariantFieldMap = {
  color: ['color', 'colour'],
  size: ['size'],
  gender: ['gender', 'for'],
  ageGroup: ['age group', 'age'],
  pattern: ['pattern', 'print'],
  material: ['material', 'fabric'],
};

/** What a remote side will miss in an item, said before it is sent. */
export interface MissingField {
  field: string;
  message: string;
}

export interface VariantFieldValues {
  values: Partial<Record<VariantField, string>>;
  /** Options that are read into no field. */
  others: { name: string; value: string }[];
  missing: MissingField[];
}

const MAX_VALUE = 100;

/** Words for the values that remote sides take of a field, in lower case. */
const words: Partial<Record<VariantField, Readonly<Record<string, readonly string[]>>>> = {
  gender: {
    male: ['male', 'men', 'man', 'mens', "men's", 'boy', 'boys', 'gents'],
    female: ['female', 'women', 'woman', 'womens', "women's", 'girl', 'girls', 'ladies'],
    unisex: ['unisex', 'all', 'everyone'],
  },
  ageGroup: {
    newborn: ['newborn', '0-3 months'],
    infant: ['infant', 'baby', '3-12 months'],
    toddler: ['toddler', '1-5 years'],
    kids: ['kids', 'kid', 'child', 'children', 'boys', 'girls', '5-13 years'],
    adult: ['adult', 'adults', 'men', 'women', 'teen'],
  },
};

/** Upper and lower case, `_` and `-` make no other name. */
function folded(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[_\s-]+/g, ' ');
}

/** Reads the fields of a variant: an option counts before an attribute of the product. */
export function readVariantFields(
  variant: Pick<FeedVariant, 'options' | 'attributes' | 'material' | 'siblings'>,
  map: VariantFieldMap,
): VariantFieldValues {
  const fieldOf = new Map<string, VariantField>();
  for (const field of [...variantFields].reverse())
    for (const name of map[field]) fieldOf.set(folded(name), field);

  const found: Partial<Record<VariantField, string>> = {};
  const others: VariantFieldValues['others'] = [];
  const missing: MissingField[] = [];
  for (const { name, value } of variant.options) {
    const field = fieldOf.get(folded(name));
    if (field && found[field] === undefined) found[field] = value;
    else if (!field) others.push({ name, value });
  }
  for (const { code, title, value } of variant.attributes) {
    const field = fieldOf.get(folded(code)) ?? fieldOf.get(folded(title));
    if (field) found[field] ??= value;
  }
  if (variant.material) found.material ??= variant.material;

  const values: VariantFieldValues['values'] = {};
  for (const field of variantFields) {
    const value = found[field]?.trim().slice(0, MAX_VALUE);
    if (!value) continue;
    const known = words[field];
    const word = known && Object.keys(known).find((key) => known[key]?.includes(value.toLowerCase()));
    if (!known || word) values[field] = word ?? value;
    else missing.push({ field, message: `"${value}" is not one of ${Object.keys(known).join(', ')}` });
  }
  if (variant.siblings > 0)
    for (const { name } of others)
      missing.push({
        field: name,
        message: 'The option is read into no field: add its name to `variant_fields`',
      });
  return { values, others, missing };
}
