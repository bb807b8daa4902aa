import type { DataOf } from 'haat-client';
import { call } from '../../lib/api.js';
import type { VariantDraft } from './draft.js';

type Stored = DataOf<'postVendorProducts'>['variants'];

/** Enters the pieces that were typed for variants that the save has just made; both are in the order of the form. */
export async function openStock(stored: Stored, drafts: readonly VariantDraft[]): Promise<void> {
  const inOrder = [...stored].sort((left, right) => left.sortOrder - right.sortOrder);
  const adjustments = drafts.flatMap(({ pieces }, index) => {
    const variant = inOrder[index];
    return variant && pieces !== null && pieces > 0
      ? [{ variantId: variant.id, delta: pieces, reason: 'Opening stock' }]
      : [];
  });
  if (adjustments.length === 0) return;
  await call('postVendorInventoryBulkAdjust', {
    body: { adjustments },
    idempotencyKey: crypto.randomUUID(),
  });
}
