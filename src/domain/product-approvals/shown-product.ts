import type { DeclaredField } from '#domain/custom-fields/declared-fields.js';
import { customFieldsOf } from '#domain/custom-fields/registered-fields.js';
import type { VendorProduct } from '#domain/products/vendor-product.js';

export type CustomValues = Readonly<Record<string, unknown>>;
type PublicField = Pick<DeclaredField, 'key' | 'label'>;

/** Custom fields that shoppers see. */
export interface PublicFields {
  product: readonly PublicField[];
  productVariant: readonly PublicField[];
}

const publicOf = (entity: 'product' | 'productVariant') =>
  customFieldsOf(entity).filter(({ visibility }) => visibility === 'public');

export const publicFields: PublicFields = {
  product: publicOf('product'),
  productVariant: publicOf('productVariant'),
};

/** A product with its custom fields. */
export interface ShownProduct {
  product: VendorProduct;
  customFields: CustomValues;
  /** By the ids of the variants. */
  variantFields: ReadonlyMap<string, CustomValues>;
}

/** Which custom fields are written at once, and which wait because shoppers see them; undefined where there are no such fields. */
export function splitFields(
  values: CustomValues | undefined,
  shown: readonly PublicField[],
): [now: CustomValues | undefined, waiting: CustomValues | undefined] {
  const entries = Object.entries(values ?? {});
  const isShown = ([key]: [string, unknown]) => shown.some((field) => field.key === key);
  const of = (some: [string, unknown][]) => (some.length > 0 ? Object.fromEntries(some) : undefined);
  return [of(entries.filter((entry) => !isShown(entry))), of(entries.filter(isShown))];
}
