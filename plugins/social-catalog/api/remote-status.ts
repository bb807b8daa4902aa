import type { FoundIssue } from 'haat/plugin';
import type { RemoteStatus } from './social-catalog.schemas.js';

type RemoteItem = Record<string, unknown>;

const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null;

/** An error of an item, by its type and title. */
export function issueOf(variantId: string, error: RemoteItem): FoundIssue {
  return {
    variantId,
    code: textOf(error['error_type']) ?? textOf(error['title']) ?? 'unknown',
    severity: textOf(error['error_priority']),
    attribute: textOf(error['attribute']),
    description: textOf(error['description']) ?? textOf(error['title']),
  };
}

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
