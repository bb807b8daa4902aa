import type { ProductWrites } from '#db/products/product-writes-tables.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { AppError } from '#domain/_shared/app-error.js';
import type { ProductApproval } from '#domain/product-approvals/product-approval.js';
import type { RowError } from '#domain/product-imports/imported-product.js';
import { columnLabel } from '#domain/product-imports/product-columns.js';
import type { BasicsChange, ProductChanges } from '#domain/products/product-change.js';
import type { VendorProduct } from '#domain/products/vendor-product.js';
import { databaseError } from '#db/kernel/database-error.js';
import { currentProduct } from '#operations/product-approvals/preview-changes.js';
import type { ProductApprovalSteps } from '#operations/product-approvals/product-approvals.js';
import type { BatchContext } from './write-batch.js';

/** What waits of a product of a batch. */
export interface HeldPart {
  handle: string;
  /** The row that began the product. */
  row: number;
  /** `new`: to go on sale; `withdraw`: no longer; `none`: it stays a draft. */
  kind: 'new' | 'change' | 'withdraw' | 'none';
  waiting: ProductChanges;
  /** Of the variants that the batch adds, in their order. */
  thumbnailsOfAdded: readonly (string | null)[];
  /** Of a stored product. */
  productId: string | undefined;
  pending: ProductApproval | undefined;
}

export interface Submitted {
  /** Products of which something else waits now. */
  productIds: string[];
  notes: RowError[];
}

/**
 * Submits what waits of the products of a batch. One that its rules refuse is left out with a note: its prices and
 * stock are taken in all the same.
 */
export async function submitHeld(
  steps: ProductApprovalSteps,
  tx: Tx,
  context: BatchContext,
  held: readonly HeldPart[],
  writes: readonly ProductWrites[],
): Promise<Submitted> {
  const created = new Map(writes.map((write) => [write.newProduct?.handle, write]));
  const written = new Map(writes.map((write) => [write.productId, write]));
  const submitted: Submitted = { productIds: [], notes: [] };
  for (const part of held) {
    const write = part.productId ? written.get(part.productId) : created.get(part.handle);
    const productId = part.productId ?? write?.productId;
    if (productId === undefined || part.kind === 'none') continue;
    const note = (reason: string) => {
      const column = columnLabel(context.columns, 'handle');
      submitted.notes.push({ row: part.row, handle: part.handle, column, reason, skips: 'nothing' });
    };
    await tx.raw('savepoint import_submission');
    try {
      const row = await submitOne(steps, tx, context, part, { productId, write });
      await tx.raw('release savepoint import_submission');
      if (row) note(noteOf(row));
      const isAnother = row?.id !== part.pending?.id || row?.version !== part.pending?.version;
      if (isAnother && row?.state !== 'rejected') submitted.productIds.push(productId);
    } catch (thrown) {
      const error = thrown instanceof AppError ? thrown : databaseError(thrown);
      if (!error || error.status >= 500) throw thrown;
      await tx.raw('rollback to savepoint import_submission');
      const where = (error.errors ?? []).map(({ path, message }) => `${path} ${message}`).join(', ');
      note(`What waits for an approval was not submitted: ${where || error.message}.`);
    }
  }
  return submitted;
}

async function submitOne(
  steps: ProductApprovalSteps,
  tx: Tx,
  { vendorId, ctx }: BatchContext,
  { kind, waiting, thumbnailsOfAdded, pending }: HeldPart,
  { productId, write }: { productId: string; write: ProductWrites | undefined },
): Promise<ProductApproval | undefined> {
  const owner = { vendorId, productId };
  const options = { pending, unlessRejected: true };
  if (kind === 'withdraw') {
    await steps.withdraw(tx, ctx, pending);
    return undefined;
  }
  if (kind === 'new') return steps.submitNew(tx, ctx, owner, options);
  const pictures = thumbnailsOfAdded.flatMap((thumbnail, place) => {
    const id = write?.newVariants[place]?.id;
    return thumbnail !== null && id !== undefined ? [{ id, fields: { thumbnail } }] : [];
  });
  const { basics = {}, variants = [] } = waiting;
  const filed = filedUnder(basics, pending, () => currentProduct(tx, owner));
  const change = {
    ...waiting,
    basics: { ...basics, ...(await filed) },
    variants: [...variants, ...pictures],
  };
  return steps.submitChange(tx, ctx, owner, change, options);
}

/** A product leaves the category that it was filed under as its main one, as an import has it. */
async function filedUnder(
  { primaryCategoryId }: BasicsChange,
  pending: ProductApproval | undefined,
  read: () => Promise<VendorProduct>,
): Promise<Pick<BasicsChange, 'categoryIds'>> {
  if (primaryCategoryId === undefined) return {};
  const product = await read();
  const before = pending?.sections.basics ?? {};
  const former = before.primaryCategoryId ?? product.primaryCategoryId;
  const ids = before.categoryIds ?? product.categories.map(({ id }) => id);
  const kept = ids.filter((id) => id !== former && id !== primaryCategoryId);
  return { categoryIds: primaryCategoryId === null ? kept : [...kept, primaryCategoryId] };
}

const MAX_LABELS = 5;

function noteOf({ kind, state, decidedAt, differences, note, reasons }: ProductApproval): string {
  if (state === 'rejected') {
    const why = [...reasons.map(({ reason }) => reason), ...(note === null ? [] : [note])].join('; ');
    return `The same was rejected on ${decidedAt?.toISOString().slice(0, 10) ?? ''} (${why}) and was not submitted again.`;
  }
  if (kind === 'new') return 'The product is a draft until it is approved.';
  const labels = differences.map(({ label }) => label);
  const more = labels.length > MAX_LABELS ? ` and ${labels.length - MAX_LABELS} more` : '';
  return `These changes wait for an approval: ${labels.slice(0, MAX_LABELS).join(', ')}${more}.`;
}
