import { createProductChanges } from '#api/products/change-product.js';
import { createProductApprovalsRepository } from '#db/product-approvals/product-approvals.repository.js';
import { listProductApprovals, readProductApproval } from '#db/product-approvals/product-approvals.query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { createProductsRepository } from '#db/products/products.repository.js';
import { AppError } from '#domain/_shared/app-error.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { reasonOf } from '#domain/errors.js';
import type { ApprovalDetail, ListedApproval } from '#domain/product-approvals/listed-approval.js';
import type { ProductApproval } from '#domain/product-approvals/product-approval.js';
import { productApprovalsErrors } from '#domain/product-approvals/product-approvals.errors.js';
import { productApprovalsEvents } from '#domain/product-approvals/product-approvals.events.js';
import { sameValue } from '#domain/product-approvals/same-value.js';
import { withoutRepeats } from '#domain/product-approvals/split-changes.js';
import type { ProductChanges } from '#domain/products/product-change.js';
import type { Platform } from '#operations/platform.js';
import { createApprovalMails } from '#operations/product-approvals/approval-mails.js';
import { openWaitingStock } from '#operations/product-approvals/open-waiting-stock.js';
import { shownProduct } from '#operations/product-approvals/preview-changes.js';
import type { DecideManyInput, DecideManyResult, RejectInput } from './product-approvals.schemas.js';

type Deps = Pick<Platform, 'unitOfWork' | 'knex' | 'audit' | 'outbox' | 'counts' | 'settings' | 'mail'>;

/** Operators decide what goes on sale; vendors look at what waits, and take it back. */
export function createProductApprovalsService(deps: Deps) {
  const { unitOfWork, knex, counts } = deps;
  const repository = createProductApprovalsRepository();
  const products = createProductsRepository();
  const writes = createProductChanges(deps);
  const { steps } = writes.hold;
  const mails = createApprovalMails(deps);

  async function get(id: string, vendorId?: string): Promise<ApprovalDetail> {
    const found = await readProductApproval(knex, id, vendorId);
    if (!found) throw platformErrors.notFound({ entity: 'Product approval' });
    return found;
  }

  /**
   * Does something with what waits, its product locked. What `work` returns as a refusal is thrown once the
   * transaction is committed: what a decision found out stays.
   */
  async function withPending(
    ctx: Context,
    { id, productId, vendorId }: ApprovalDetail,
    work: (tx: Tx, pending: ProductApproval) => Promise<AppError | undefined>,
  ): Promise<ApprovalDetail> {
    const refused = await unitOfWork.run(ctx, async (tx) => {
      const product = await products.lock(tx, vendorId, productId);
      const pending = await steps.lockPending(tx, productId);
      if (pending?.id !== id) {
        const { state } = (await readProductApproval(tx, id)) ?? { state: 'withdrawn' };
        throw productApprovalsErrors.decided({ state });
      }
      if (product) return work(tx, pending);
      await steps.withdraw(tx, ctx, pending);
      return productApprovalsErrors.productDeleted();
    });
    if (refused) throw refused;
    return get(id);
  }

  const isOutdated = (pending: ProductApproval, version: number) =>
    pending.version === version ? undefined : productApprovalsErrors.outdated({ version: pending.version });

  /** The change as it is written to the product of this moment; a refusal when it became another since it was submitted. */
  async function currentSections(
    tx: Tx,
    ctx: Context,
    pending: ProductApproval,
  ): Promise<ProductChanges | AppError> {
    const { productId, vendorId, kind, sections } = pending;
    const owner = { productId, vendorId };
    const wanted = kind === 'new' ? sections : withoutRepeats(await shownProduct(tx, owner), sections);
    const stored = await steps.store(tx, ctx, owner, wanted, { kind, pending });
    if (stored && sameValue(stored.differences, pending.differences)) return wanted;
    return productApprovalsErrors.outdated({ version: stored?.version ?? pending.version });
  }

  async function write(tx: Tx, ctx: Context, approval: ProductApproval, sections: ProductChanges) {
    const { productId, vendorId, kind } = approval;
    const change = kind === 'new' ? 'basics' : 'sync';
    const options = { change, basicsPath: 'body' } as const;
    const { written } = await writes.write(tx, ctx, { productId, vendorId }, sections, options);
    await openWaitingStock(tx, ctx, vendorId, sections, written);
  }

  /** @throws AppError NOT_FOUND, CONFLICT as `productApprovalsErrors` says, and what the change of a product throws */
  async function approve(ctx: Context, id: string, version: number): Promise<ApprovalDetail> {
    const found = await get(id);
    return withPending(ctx, found, async (tx, pending) => {
      const outdated = isOutdated(pending, version);
      if (outdated) return outdated;
      if (found.vendorStatus === 'suspended') return productApprovalsErrors.vendorSuspended();
      const sections = await currentSections(tx, ctx, pending);
      if (sections instanceof AppError) return sections;
      await write(tx, ctx, pending, sections);
      const row = await repository.decide(
        tx,
        id,
        { state: 'approved', decidedByUserId: ctx.userId ?? null },
        ctx.now,
      );
      if (!row) throw productApprovalsErrors.decided({ state: 'approved' });
      await repository.pass(tx, [row.productId], ctx.now);
      await steps.record(tx, ctx, row, 'approve');
      steps.publish(tx, ctx, row, productApprovalsEvents.approved);
      await mails.decided(tx, ctx, row);
      return undefined;
    });
  }

  /** @throws AppError NOT_FOUND, CONFLICT, VALIDATION_ERROR for a field that does not differ */
  async function reject(
    ctx: Context,
    id: string,
    { version, reasons = [], note = null }: Omit<RejectInput, 'note'> & { note?: string | null },
  ): Promise<ApprovalDetail> {
    return withPending(ctx, await get(id), async (tx, pending) => {
      const outdated = isOutdated(pending, version);
      if (outdated) return outdated;
      refuseUnknownFields(pending, reasons);
      const decision = { state: 'rejected', reasons, note, decidedByUserId: ctx.userId ?? null } as const;
      const row = await repository.decide(tx, id, decision, ctx.now);
      if (!row) throw productApprovalsErrors.decided({ state: 'rejected' });
      await steps.record(tx, ctx, row, 'reject');
      steps.publish(tx, ctx, row, productApprovalsEvents.rejected);
      await mails.decided(tx, ctx, row);
      return undefined;
    });
  }

  return {
    list: (query: ListQuery, vendorId?: string): Promise<Page<ListedApproval>> =>
      listProductApprovals(knex, counts, query, vendorId),
    get,
    approve,
    reject,

    /** Each with its own outcome. */
    async decideMany(ctx: Context, { action, approvals, note }: DecideManyInput): Promise<DecideManyResult> {
      const results: DecideManyResult['approvals'] = [];
      for (const { id, version } of approvals) {
        try {
          await (action === 'approve' ? approve(ctx, id, version) : reject(ctx, id, { version, note }));
          results.push({ id, outcome: action === 'approve' ? 'approved' : 'rejected', error: null });
        } catch (error) {
          if (!(error instanceof AppError) || error.status >= 500) throw error;
          results.push({ id, outcome: 'failed', error: { reason: reasonOf(error), message: error.message } });
        }
      }
      const failed = results.filter(({ outcome }) => outcome === 'failed').length;
      return { decided: results.length - failed, failed, approvals: results };
    },

    /** @throws AppError NOT_FOUND, CONFLICT when it is decided */
    async withdraw(ctx: Context, vendorId: string, id: string): Promise<ApprovalDetail> {
      return withPending(ctx, await get(id, vendorId), async (tx, pending) => {
        await steps.withdraw(tx, ctx, pending);
        return undefined;
      });
    },
  };
}

function refuseUnknownFields(pending: ProductApproval, reasons: readonly { field: string }[]): void {
  const fields = new Set(pending.differences.map(({ field }) => field));
  const errors = reasons.flatMap(({ field }, index) =>
    fields.has(field)
      ? []
      : [
          {
            path: `body.reasons.${index}.field`,
            message: 'is not a field that differs',
            code: 'invalid_value' as const,
          },
        ],
  );
  if (errors.length > 0) throw platformErrors.validation({}, { errors });
}
