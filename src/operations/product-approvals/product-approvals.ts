import type { Audit } from '#db/audit/audit.repository.js';
import { createProductApprovalsRepository } from '#db/product-approvals/product-approvals.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { EventDefinition } from '#domain/_shared/event.js';
import { isEmptyChange, joinChanges } from '#domain/product-approvals/join-changes.js';
import type { ProductApproval } from '#domain/product-approvals/product-approval.js';
import type { ApprovalKind } from '#domain/products/pending-change.js';
import {
  type ApprovalPayload,
  productApprovalsEvents,
} from '#domain/product-approvals/product-approvals.events.js';
import { sameValue } from '#domain/product-approvals/same-value.js';
import { withoutRepeats } from '#domain/product-approvals/split-changes.js';
import type { ProductChanges } from '#domain/products/product-change.js';
import type { Outbox } from '#events/outbox.js';
import { previewChanges, shownProduct } from './preview-changes.js';
import type { ProductOwner } from '#operations/products/change-matrix.js';

interface Deps {
  audit: Audit;
  outbox: Outbox;
}

export interface SubmitOptions {
  /** What waits of the product already. */
  pending?: ProductApproval;
  /** Where the basics stand in the request. */
  basicsPath?: string;
  unlessRejected?: boolean;
}

const repository = createProductApprovalsRepository();

/** Who submits; the platform on behalf of a user, where a file of theirs is imported. */
const userOf = ({ userId, actor }: Context) => userId ?? (actor.type === 'user' ? actor.id : null);

/** What waits of products: submitting it, changing it, taking it back. The caller holds the product. */
export function createProductApprovalSteps({ audit, outbox }: Deps) {
  function publish(tx: Tx, ctx: Context, approval: ProductApproval, event: EventDefinition<ApprovalPayload>) {
    const { id: approvalId, productId, vendorId, kind, version } = approval;
    outbox.append(tx, ctx, event, approvalId, { approvalId, productId, vendorId, kind, version });
  }

  async function record(
    tx: Tx,
    ctx: Context,
    { id: entityId, vendorId, productId, kind, state, version, differences, reasons, note }: ProductApproval,
    action: string,
  ): Promise<void> {
    const fields = differences.map(({ field }) => field);
    const why = reasons.length > 0 || note !== null ? { reasons, note } : {};
    const after = { productId, kind, state, version, fields, ...why };
    await audit.record(tx, ctx, [{ entity: 'productApproval', entityId, action, vendorId, after }]);
  }

  /** Takes back what waits; nothing where nothing does. */
  async function withdraw(
    tx: Tx,
    ctx: Context,
    pending: ProductApproval | undefined,
  ): Promise<ProductApproval | undefined> {
    if (!pending) return undefined;
    const row = await repository.decide(tx, pending.id, { state: 'withdrawn' }, ctx.now);
    if (!row) return undefined;
    await record(tx, ctx, row, 'withdraw');
    publish(tx, ctx, row, productApprovalsEvents.withdrawn);
    return row;
  }

  /**
   * Has `sections` wait as they are, in place of what waits of the product; returns what waits then. With
   * `unlessRejected` a change that was rejected last is not submitted again: the rejected one is returned.
   */
  async function store(
    tx: Tx,
    ctx: Context,
    owner: ProductOwner,
    sections: ProductChanges,
    { kind, pending, basicsPath, unlessRejected }: SubmitOptions & { kind: ApprovalKind },
  ): Promise<ProductApproval | undefined> {
    const { proposed, differences } = await previewChanges(tx, ctx, owner, sections, { kind, basicsPath });
    if (differences.length === 0) {
      await withdraw(tx, ctx, pending);
      return undefined;
    }
    const fields = { kind, title: proposed.title, sections, differences, proposed };
    if (!pending) {
      const last = unlessRejected ? await repository.lastDecided(tx, owner.productId) : undefined;
      const isRejected = last?.state === 'rejected' && last.kind === kind;
      if (isRejected && sameValue(last.differences, differences)) return last;
      const row = await repository.insert(
        tx,
        { ...fields, ...owner, submittedByUserId: userOf(ctx) },
        ctx.now,
      );
      await record(tx, ctx, row, 'submit');
      publish(tx, ctx, row, productApprovalsEvents.submitted);
      return row;
    }
    const isSame = sameValue(pending.sections, sections) && sameValue(pending.differences, differences);
    // What never waits may have changed since: the price that the operator is shown is the current one.
    if (isSame) return repository.refresh(tx, pending.id, proposed);
    const row = await repository.replace(tx, pending.id, fields, ctx.now);
    await record(tx, ctx, row, 'resubmit');
    publish(tx, ctx, row, productApprovalsEvents.submitted);
    return row;
  }

  /**
   * Has a change of an approved product wait; it joins what waits already.
   * @throws AppError as `writeProduct`
   */
  async function submitChange(
    tx: Tx,
    ctx: Context,
    owner: ProductOwner,
    change: ProductChanges,
    options: SubmitOptions,
  ): Promise<ProductApproval | undefined> {
    const { pending } = options;
    if (isEmptyChange(change)) return pending;
    const joined = pending ? joinChanges(pending.sections, change) : change;
    const sections = withoutRepeats(await shownProduct(tx, owner), joined);
    if (!isEmptyChange(sections)) return store(tx, ctx, owner, sections, { ...options, kind: 'change' });
    await withdraw(tx, ctx, pending);
    return undefined;
  }

  return {
    lockPending: repository.lockPending,
    submitChange,
    withdraw,
    store,
    record,
    publish,

    /** Has a product that was never approved wait to go on sale. */
    submitNew: (tx: Tx, ctx: Context, owner: ProductOwner, options: Omit<SubmitOptions, 'basicsPath'> = {}) =>
      store(tx, ctx, owner, { basics: { status: 'active' } }, { ...options, kind: 'new' }),
  };
}

export type ProductApprovalSteps = ReturnType<typeof createProductApprovalSteps>;
