import type { ProductFields } from './product.js';

type Publication<Instant> = Pick<ProductFields, 'status' | 'visibility'> & { publishedAt: Instant | null };

function onSale({ status, visibility }: Pick<ProductFields, 'status' | 'visibility'>): boolean {
  return status === 'active' && visibility === 'public';
}

/**
 * Whether a product has to be stamped as published now: it becomes active and public, and nobody said since when.
 * @param before what it was; undefined for a new one
 */
export function becomesPublished<Instant>(
  before: Pick<ProductFields, 'status' | 'visibility'> | undefined,
  after: Publication<Instant>,
): boolean {
  return onSale(after) && !(before && onSale(before)) && after.publishedAt === null;
}
