import type { ProductWrites } from '#db/products/product-writes-tables.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { FieldValues } from '#db/custom-fields/custom-fields.repository.js';
import { publicFields, splitFields } from '#domain/product-approvals/shown-product.js';
import type { ProductApproval } from '#domain/product-approvals/product-approval.js';
import type { ProductPart } from '#domain/product-imports/import-batch.js';
import type { MergedPart } from '#domain/product-imports/merge-batch.js';
import { proposedProduct } from '#domain/product-imports/proposed-product.js';
import { splitImport } from '#domain/product-imports/split-import.js';
import type { StoredProduct } from '#domain/product-imports/stored-product.js';
import type { ProductChanges } from '#domain/products/product-change.js';
import type { ImportHold, ProductHold } from '#operations/product-approvals/hold-changes.js';
import { type HeldPart, submitHeld, type Submitted } from './submit-held.js';
import type { BatchContext } from './write-batch.js';

/** What is done with a batch of a vendor whose products wait for an approval. */
export interface BatchHold {
  /** The stored products as they would be once what waits is approved: rows are merged into these. */
  proposed: ReadonlyMap<string, StoredProduct>;
  /** What is written at once of what the rows made of them. */
  split(merged: readonly MergedPart[], parts: readonly ProductPart[]): MergedPart[];
  /** Which custom fields of a product are written at once. */
  splitFields(handle: string, changes: FieldValues): FieldValues;
  /** Has the rest wait, once the batch is written. */
  submit(writes: readonly ProductWrites[]): Promise<Submitted>;
}

/** Undefined where nothing of the vendor waits. */
export async function holdBatch(
  hold: ProductHold,
  tx: Tx,
  context: BatchContext,
  stored: ReadonlyMap<string, StoredProduct>,
): Promise<BatchHold | undefined> {
  const statuses = [...stored.values()].map(({ id, catalog: { status } }) => ({ id, status }));
  const found = await hold.ofImport(tx, context.vendorId, statuses);
  if (!found) return undefined;
  const held = new Map<string, HeldPart>();
  const pendingOf = (product: StoredProduct) => found.pending.get(product.id);
  return {
    proposed: new Map(
      [...stored].map(([handle, product]) => {
        const pending = isHeld(found, product) ? pendingOf(product) : undefined;
        return [handle, pending ? proposedProduct(product, pending) : product] as const;
      }),
    ),

    split(merged, parts) {
      const partOf = new Map(parts.map((part) => [part.handle, part]));
      return merged.map((item) => {
        const live = stored.get(item.handle) ?? null;
        const part = partOf.get(item.handle);
        if (!part || (live && !isHeld(found, live))) return { ...item, stored: live };
        const pending = live ? pendingOf(live) : undefined;
        const row = { handle: item.handle, row: part.firstRow };
        const split =
          live && found.approved.has(live.id)
            ? ofApproved(live, item, part, pending)
            : ofNew(live, item, pending);
        held.set(item.handle, { ...row, ...split.held, productId: live?.id, pending });
        return { ...item, stored: live, product: split.product };
      });
    },

    splitFields(handle, changes) {
      const part = held.get(handle);
      if (part?.kind !== 'change') return changes;
      const [now, waiting] = splitFields(changes, publicFields.product);
      part.waiting = { ...part.waiting, ...(waiting ? { customFields: waiting } : {}) };
      return now ?? {};
    },

    async submit(writes) {
      const leaving = [...stored.values()].filter(({ id, catalog: { status } }) => {
        const after = writes.find(({ productId }) => productId === id)?.changedProduct?.status;
        return found.approved.has(id) && status === 'active' && after !== undefined && after !== status;
      });
      await hold.keepApproved(
        tx,
        leaving.map(({ id }) => id),
        context.ctx.now,
      );
      return submitHeld(hold.steps, tx, context, [...held.values()], writes);
    },
  };
}

/** New products wait in both modes, changes of approved ones in one of them. */
const isHeld = ({ mode, approved }: ImportHold, { id }: StoredProduct) =>
  mode === 'changes' || !approved.has(id);

type Split = {
  product: MergedPart['product'];
  held: Pick<HeldPart, 'kind' | 'waiting' | 'thumbnailsOfAdded'>;
};

function ofApproved(
  live: StoredProduct,
  { product }: MergedPart,
  part: ProductPart,
  pending: ProductApproval | undefined,
): Split {
  const { now, waiting, thumbnailsOfAdded } = splitImport(live, product, part, pending?.sections);
  return { product: now, held: { kind: 'change', waiting, thumbnailsOfAdded } };
}

/** Of a product that was never approved everything is written but that it is on sale. */
function ofNew(
  live: StoredProduct | null,
  { product }: MergedPart,
  pending: ProductApproval | undefined,
): Split {
  const isOnSale = product.status === 'active';
  const status = isOnSale ? (live?.catalog.status ?? 'draft') : product.status;
  const nothing: ProductChanges = {};
  const kind = isOnSale ? 'new' : pending ? 'withdraw' : 'none';
  return { product: { ...product, status }, held: { kind, waiting: nothing, thumbnailsOfAdded: [] } };
}
