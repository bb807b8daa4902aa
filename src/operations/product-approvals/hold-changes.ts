import type { Audit } from '#db/audit/audit.repository.js';
import { createProductApprovalsRepository } from '#db/product-approvals/product-approvals.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { createProductsRepository } from '#db/products/products.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { isEmptyChange } from '#domain/product-approvals/join-changes.js';
import type { ProductApproval } from '#domain/product-approvals/product-approval.js';
import { splitChanges } from '#domain/product-approvals/split-changes.js';
import type { ProductChanges } from '#domain/products/product-change.js';
import type { VendorProduct } from '#domain/products/vendor-product.js';
import type { Outbox } from '#events/outbox.js';
import type { SettingsReader } from '#lib/settings.js';
import type { ProductOwner } from '#operations/products/change-matrix.js';
import type { WriteOptions, WrittenProduct } from '#operations/products/write-product.js';
import { approvalMode, approvalSetting } from './approval-mode.js';
import { currentProduct } from './preview-changes.js';
import { createProductApprovalSteps } from './product-approvals.js';

/** What is done with a change of a product of which a part waits. */
export interface HeldChange {
  /** What is written at once. */
  now: ProductChanges;
  /** Once `now` is written. Returns whether something waits. */
  submit(written: Pick<WrittenProduct, 'variantIds' | 'addedTabIds'>): Promise<boolean>;
}

type HoldOptions = Pick<WriteOptions, 'basicsPath'>;

/** What an import has to know of the stored products that its rows name. */
export interface ImportHold {
  mode: 'new' | 'changes';
  /** What waits, by product. */
  pending: ReadonlyMap<string, ProductApproval>;
  /** Products that were approved once, or are on sale. */
  approved: ReadonlySet<string>;
}

interface Deps {
  audit: Audit;
  outbox: Outbox;
  settings: Pick<SettingsReader, 'get'>;
}

const repository = createProductApprovalsRepository();
const products = createProductsRepository();

/** Decides for each write of a vendor whether a part of it waits for the operator. */
export function createProductHold({ audit, outbox, settings }: Deps) {
  const steps = createProductApprovalSteps({ audit, outbox });
  const isOff = (vendorId: string) => approvalSetting(settings, vendorId) === 'off';

  /** A product that is on sale counts as approved: it was so before approvals were asked for. */
  async function isApproved(tx: Tx, product: VendorProduct): Promise<boolean> {
    return product.status === 'active' || (await repository.passed(tx, [product.id])).size > 0;
  }

  /** Of a product that was never approved everything is written but that it is on sale. */
  function holdSale(tx: Tx, ctx: Context, owner: ProductOwner, sections: ProductChanges): HeldChange {
    const { status, ...basics } = sections.basics ?? {};
    const now = status === 'active' ? { ...sections, basics } : sections;
    return {
      now,
      submit: async () => {
        const pending = await steps.lockPending(tx, owner.productId);
        const isWithdrawn = status !== undefined && status !== 'active';
        if (isWithdrawn) await steps.withdraw(tx, ctx, pending);
        else if (pending || status === 'active')
          return (await steps.submitNew(tx, ctx, owner, { pending })) !== undefined;
        return false;
      },
    };
  }

  async function holdShown(
    tx: Tx,
    ctx: Context,
    owner: ProductOwner,
    product: VendorProduct,
    sections: ProductChanges,
    { basicsPath }: HoldOptions,
  ): Promise<HeldChange> {
    const pending = await steps.lockPending(tx, owner.productId);
    const split = splitChanges(product, sections, pending?.sections);
    return {
      now: split.now,
      submit: async ({ variantIds, addedTabIds }) => {
        const shown = [...split.shownOfAdded].map(([place, waits]) => ({ id: variantIds[place], ...waits }));
        const tabs = addedTabIds.map((id, index) => ({
          id,
          fields: { isActive: true, ...split.addedTabs[index] },
        }));
        const { variants = [], tabs: waitingTabs = [] } = split.waiting;
        const waiting = {
          ...split.waiting,
          variants: [...variants, ...shown.filter(({ id }) => id !== undefined)],
          tabs: [...waitingTabs, ...tabs.filter(({ fields }) => fields.isActive)],
        };
        if (isEmptyChange(waiting)) return false;
        return (await steps.submitChange(tx, ctx, owner, waiting, { pending, basicsPath })) !== undefined;
      },
    };
  }

  return {
    steps,

    /** Whether the settings ask for no approval of this vendor; nothing is read. */
    isOff,

    /** Undefined where nothing waits: the change is written as it is. */
    async hold(
      tx: Tx,
      ctx: Context,
      owner: ProductOwner,
      sections: ProductChanges,
      options: HoldOptions,
    ): Promise<HeldChange | undefined> {
      if (isOff(owner.vendorId)) return undefined;
      const mode = await approvalMode(tx, settings, owner.vendorId);
      if (mode === 'off') return undefined;
      // The lock first: what waits, and what is on sale, are compared with the product as it is now.
      await products.lock(tx, owner.vendorId, owner.productId);
      const product = await currentProduct(tx, owner);
      if (!(await isApproved(tx, product))) return holdSale(tx, ctx, owner, sections);
      // It comes back without being approved again.
      if (product.status === 'active' && sections.basics?.status !== undefined)
        await repository.pass(tx, [product.id], ctx.now);
      return mode === 'changes' ? holdShown(tx, ctx, owner, product, sections, options) : undefined;
    },

    /** Whether a new product may not be on sale yet. */
    async holdsNew(tx: Tx, vendorId: string): Promise<boolean> {
      return !isOff(vendorId) && (await approvalMode(tx, settings, vendorId)) !== 'off';
    },

    /** Undefined where nothing of the vendor waits. The caller has locked the products. */
    async ofImport(
      tx: Tx,
      vendorId: string,
      stored: readonly Pick<VendorProduct, 'id' | 'status'>[],
    ): Promise<ImportHold | undefined> {
      if (isOff(vendorId)) return undefined;
      const mode = await approvalMode(tx, settings, vendorId);
      if (mode === 'off') return undefined;
      const ids = stored.map(({ id }) => id);
      const passed = await repository.passed(tx, ids);
      const approved = stored.filter(({ id, status }) => status === 'active' || passed.has(id));
      const pending = await repository.lockPendingOf(tx, ids);
      return { mode, pending, approved: new Set(approved.map(({ id }) => id)) };
    },

    /** Products that were approved and are taken off sale come back without another approval. */
    keepApproved: repository.pass,

    /** Takes back what waits of a product that is deleted. */
    async productDeleted(tx: Tx, ctx: Context, { vendorId, productId }: ProductOwner): Promise<void> {
      if (!isOff(vendorId)) await steps.withdraw(tx, ctx, await steps.lockPending(tx, productId));
    },
  };
}

export type ProductHold = ReturnType<typeof createProductHold>;
