import type { RemoteStatus } from './social-catalog.schemas.js';

type RemoteItem = Record<string, unknown>;

const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null;

/** The remote view of an item. Prices come formatted for people. */
export function remoteStatusOf(variantId: string, item: RemoteItem | null): RemoteStatus {
  const { errors } = item ?? {};
  return {
    variantId,
    found: item !== null,
    id: textOf(item?.['id']),
    name: textOf(item?.['name']),
    price: textOf(item?.['price']),
    availability: textOf(item?.['availability']),
    reviewStatus: textOf(item?.['review_status']),
    visibility: textOf(item?.['visibility']),
    errors: Array.isArray(errors) ? (errors as RemoteStatus['errors']) : [],
  };
}
