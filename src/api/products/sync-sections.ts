import type { ProductChanges } from './change-product.js';
import { type ProductSyncInput, sentFields } from './product-input.schemas.js';

/** The sections of a synced product, each row with only the fields that were sent. */
export function syncSections({ variants, tabs, ...sections }: ProductSyncInput): ProductChanges {
  return {
    ...sections,
    variants: variants?.map(
      ({ id, delete: removed, optionValues, optionValueIds, customFields: _apart, ...fields }) => ({
        id,
        delete: removed,
        optionValues,
        optionValueIds,
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
