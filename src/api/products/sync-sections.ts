import type { ProductChanges } from '#domain/products/product-change.js';
import { type ProductSyncInput, sentFields } from './product-input.schemas.js';

/** The sections of a synced product, each row with only the fields that were sent. */
export function syncSections({ variants, tabs, ...sections }: ProductSyncInput): ProductChanges {
  return {
    ...sections,
    variants: variants?.map(
      ({ id, delete: removed, optionValues, optionValueIds, customFields, ...fields }) => ({
        id,
        delete: removed,
        optionValues,
        optionValueIds,
        ...(customFields ? { customFields } : {}),
        fields: sentFields(fields),
      }),
    ),
    tabs: tabs?.map(({ id, delete: removed, ...fields }) => ({
      id,
      delete: removed,
      fields: sentFields(fields),
    })),
  };
}
