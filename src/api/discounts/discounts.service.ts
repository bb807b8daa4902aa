import { type DiscountFilter, listDiscounts } from '#db/discounts/discounts-list.query.js';
import { createDiscountsRepository } from '#db/discounts/discounts.repository.js';
import { listRedemptions } from '#db/discounts/redemptions-list.query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { type Discount, discountDefaults, type DiscountTerms } from '#domain/discounts/discount.js';
import { discountIssues } from '#domain/discounts/discount-rules.js';
import { MAX_ACTIVE_OFFERS } from '#domain/discounts/offer.js';
import {
  completeDiscount,
  completeOffer,
  derivedTerms,
  type NewDiscount,
  type SentOffer,
} from '#domain/discounts/offer-rules.js';
import { discountsErrors } from '#domain/discounts/discounts.errors.js';
import type { Redemption } from '#domain/discounts/redemption.js';
import { changedFields, fieldsBefore } from '#lib/changed-fields.js';
import type { Platform } from '#operations/platform.js';
import { checkReferences } from './discount-references.js';

type DiscountChanges = Omit<Partial<DiscountTerms>, 'offer'> & { offer?: SentOffer | null };

type Stamps = Partial<Pick<Discount, 'archivedAt' | 'deletedAt'>>;

/** Administrators write discounts; carts and orders apply them. */
export function createDiscountsService({
  unitOfWork,
  knex,
  audit,
}: Pick<Platform, 'unitOfWork' | 'knex' | 'audit'>) {
  const discounts = createDiscountsRepository(knex);

  const notFound = () => platformErrors.notFound({ entity: 'Discount' });

  async function lockDiscount(tx: Tx, id: string): Promise<Discount> {
    const discount = await discounts.lock(tx, id);
    if (!discount) throw notFound();
    return discount;
  }

  async function record(
    tx: Tx,
    ctx: Context,
    action: string,
    id: string,
    values: { before?: object; after: object },
  ): Promise<void> {
    await audit.record(tx, ctx, [{ entity: 'discount', entityId: id, action, ...values }]);
  }

  /** @throws AppError CONFLICT when a change switches on one automatic offer too many */
  async function assertRoom(tx: Tx, next: Activity, before?: Activity): Promise<void> {
    if (!isActiveOffer(next) || (before && isActiveOffer(before))) return;
    if ((await discounts.countOffers(tx)) >= MAX_ACTIVE_OFFERS)
      throw discountsErrors.tooManyOffers({ limit: MAX_ACTIVE_OFFERS });
  }

  /** Moves a discount through its lifecycle; `next` returns undefined when it is there already. */
  function move(
    ctx: Context,
    id: string,
    action: string,
    next: (discount: Discount) => Stamps | undefined,
  ): Promise<Discount> {
    return unitOfWork.run(ctx, async (tx) => {
      const discount = await lockDiscount(tx, id);
      const after = next(discount);
      if (!after) return discount;
      await assertRoom(tx, { ...discount, ...after }, discount);
      const moved = await discounts.update(tx, id, { ...after, updatedAt: ctx.now });
      await record(tx, ctx, action, id, { before: fieldsBefore(discount, after), after });
      return moved;
    });
  }

  return {
    list: (filter: DiscountFilter, query: ListQuery): Promise<Page<Discount>> =>
      listDiscounts(knex, filter, query),

    /** Deleted ones included. @throws AppError NOT_FOUND */
    async get(id: string): Promise<Discount> {
      const discount = await discounts.find(id);
      if (!discount) throw notFound();
      return discount;
    },

    /** @throws AppError NOT_FOUND */
    async redemptions(id: string, query: ListQuery): Promise<Page<Redemption>> {
      if (!(await discounts.find(id))) throw notFound();
      return listRedemptions(knex, id, query);
    },

    /** @throws AppError VALIDATION_ERROR for broken rules and unknown ids, UNIQUE_VIOLATION for a code in use */
    create(ctx: Context, sent: NewDiscount): Promise<Discount> {
      const { code, ...input } = completeDiscount(sent);
      const terms: DiscountTerms = { ...discountDefaults, ...defined(input) };
      assertRules(terms);
      return unitOfWork.run(ctx, async (tx) => {
        await checkReferences(tx, terms);
        await assertRoom(tx, { ...terms, archivedAt: null, deletedAt: null });
        const stamps = { createdAt: ctx.now, updatedAt: ctx.now };
        const discount = await discounts.insert(tx, { ...terms, code, ...stamps });
        await record(tx, ctx, 'create', discount.id, { after: discount });
        return discount;
      });
    },

    /** @throws AppError as `create`, judged by the merged result; NOT_FOUND also when it is deleted */
    update(ctx: Context, id: string, sent: DiscountChanges): Promise<Discount> {
      return unitOfWork.run(ctx, async (tx) => {
        const discount = await lockDiscount(tx, id);
        if (discount.deletedAt) throw notFound();
        const after = changedFields(discount, offerChanges(discount, sent));
        if (Object.keys(after).length === 0) return discount;
        const merged = { ...discount, ...after };
        assertRules(merged);
        await checkReferences(tx, merged, discount);
        await assertRoom(tx, merged, discount);
        const updated = await discounts.update(tx, id, { ...after, updatedAt: ctx.now });
        const limited = updated.totalUsageLimit !== null;
        if (limited !== (discount.totalUsageLimit !== null)) await discounts.recountUses(tx, id, limited);
        await record(tx, ctx, 'update', id, { before: fieldsBefore(discount, after), after });
        return updated;
      });
    },

    /** A repeat changes nothing. @throws AppError NOT_FOUND also when it is deleted */
    archive: (ctx: Context, id: string) =>
      move(ctx, id, 'archive', ({ deletedAt, archivedAt }) => {
        if (deletedAt) throw notFound();
        return archivedAt ? undefined : { archivedAt: ctx.now };
      }),

    /** A repeat changes nothing. @throws AppError NOT_FOUND also when it is deleted */
    unarchive: (ctx: Context, id: string) =>
      move(ctx, id, 'unarchive', ({ deletedAt, archivedAt }) => {
        if (deletedAt) throw notFound();
        return archivedAt ? { archivedAt: null } : undefined;
      }),

    /** It stays archived if it was. A repeat changes nothing. @throws AppError NOT_FOUND */
    delete: (ctx: Context, id: string) =>
      move(ctx, id, 'delete', ({ deletedAt }) => (deletedAt ? undefined : { deletedAt: ctx.now })),

    /** A repeat changes nothing. @throws AppError NOT_FOUND, UNIQUE_VIOLATION when the code was taken meanwhile */
    restore: (ctx: Context, id: string) =>
      move(ctx, id, 'restore', ({ deletedAt }) => (deletedAt ? { deletedAt: null } : undefined)),
  };
}

type Activity = Pick<Discount, 'offer' | 'isActive' | 'archivedAt' | 'deletedAt'>;

function isActiveOffer({ offer, isActive, archivedAt, deletedAt }: Activity): boolean {
  return offer !== null && isActive && !archivedAt && !deletedAt;
}

/**
 * The changes with what the kind of the offer decides.
 * @throws AppError VALIDATION_ERROR where a coupon would become an offer, or an offer a coupon: orders tell them apart
 */
function offerChanges(
  discount: Discount,
  { offer: sent, ...input }: DiscountChanges,
): Partial<DiscountTerms> {
  if (sent === undefined && !discount.offer) return input;
  if (sent !== undefined && (sent === null) !== (discount.offer === null)) {
    const message = discount.offer ? 'must stay set on an automatic offer' : 'must be null on a coupon';
    throw platformErrors.validation({}, { errors: [{ path: 'body.offer', message, code: 'inconsistent' }] });
  }
  const offer = sent === undefined ? discount.offer : completeOffer(sent);
  if (!offer) return input;
  return { ...input, offer, ...derivedTerms(offer, { ...discount, ...defined(input) }) };
}

function assertRules(terms: DiscountTerms): void {
  const errors = discountIssues(terms);
  if (errors.length > 0) throw platformErrors.validation({}, { errors });
}

/** Without the fields that were not sent, so that they do not overwrite a default. */
function defined<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

export type DiscountsService = ReturnType<typeof createDiscountsService>;
