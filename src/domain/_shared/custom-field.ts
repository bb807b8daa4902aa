/** The kinds of rows that may have custom fields. `user` is a customer or anybody else with an account. */
export const customFieldEntities = [
  'product',
  'productVariant',
  'order',
  'vendor',
  'user',
  'category',
] as const;
export type CustomFieldEntity = (typeof customFieldEntities)[number];

/** Who sees a field: each includes those before it. */
export const customFieldVisibilities = ['admin', 'vendor', 'public'] as const;
export type CustomFieldVisibility = (typeof customFieldVisibilities)[number];

/** What searches do with a field. */
export const customFieldSearches = ['text', 'facet'] as const;

/** A schema of zod, as far as the domain knows it. */
export interface FieldSchema {
  parse(value: unknown): unknown;
  nullable(): unknown;
}

/** A field that a plugin or the configuration adds to a kind of row. */
export interface CustomField {
  /** What a value may be, without null; null stands for "not set" everywhere. */
  schema: FieldSchema;
  /** As a form names it. */
  label: string;
  description?: string;
  /** Who sees it: administrators alone, the vendor of the row too, or its buyer and the storefront as well. */
  visibility: CustomFieldVisibility;
  /** Who may write it beside administrators: the vendor of a row, or the customer that it is about. */
  editableBy?: 'vendor' | 'customer';
  /** Of a public field of products: searches find its words, or count and filter its values as an attribute. */
  search?: (typeof customFieldSearches)[number];
}

/** The fields of each kind of row, by their keys in camelCase. */
export type CustomFields = Readonly<
  Partial<Record<CustomFieldEntity, Readonly<Record<string, CustomField>>>>
>;

/** Declares custom fields: what is wrong with them stops the compiler here, or the start. */
export function defineCustomFields<const F extends CustomFields>(fields: F): F {
  return fields;
}
