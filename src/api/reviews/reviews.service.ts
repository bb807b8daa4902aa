import { requireUser } from '#api/kernel/require.js';
import { isUniqueViolation } from '#db/kernel/database-error.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { findDelivery, isShown } from '#db/reviews/reviewable-product.query.js';
import { createReviewsRepository } from '#db/reviews/reviews.repository.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type {
  ModeratedReview,
  ProductReview,
  ReviewInput,
  ReviewStatus,
  VendorReview,
} from '#domain/reviews/review.js';
import { reviewsErrors } from '#domain/reviews/reviews.errors.js';
import { reviewsEvents } from '#domain/reviews/reviews.events.js';
import { newId } from '#lib/ids.js';
import type { Platform } from '#operations/platform.js';

type Deps = Pick<Platform, 'unitOfWork' | 'knex' | 'audit' | 'outbox'>;

const actions = { approved: 'approve', rejected: 'reject', spam: 'spam', pending: 'reopen' } as const;

export function createReviewsService({ unitOfWork, knex, audit, outbox }: Deps) {
  const repository = createReviewsRepository(knex);

  async function find(id: string, tx?: Tx): Promise<ModeratedReview> {
    const review = await repository.find(id, tx);
    if (!review) throw platformErrors.notFound({ entity: 'Review' });
    return review;
  }

  return {
    /**
     * Records a buyer's review; buyers read it once it is approved.
     * @throws AppError NOT_FOUND, FORBIDDEN without a delivered line of the product, CONFLICT for a second review
     */
    async submit(ctx: Context, productId: string, input: ReviewInput): Promise<ModeratedReview> {
      const userId = requireUser(ctx);
      const id = newId();
      try {
        return await unitOfWork.run(ctx, async (tx) => {
          const product = await findDelivery(tx, productId, userId);
          if (!product) throw platformErrors.notFound({ entity: 'Product' });
          if (!product.delivered) throw reviewsErrors.notDelivered();
          const { rating, title = null, text = null } = input;
          await repository.insert(tx, { id, productId, userId, rating, title, text, now: ctx.now });
          outbox.append(tx, ctx, reviewsEvents.submitted, id, { reviewId: id, productId });
          return find(id, tx);
        });
      } catch (error) {
        if (isUniqueViolation(error, 'reviews_buyer_once'))
          throw reviewsErrors.alreadyReviewed({}, { cause: error });
        throw error;
      }
    },

    /** Approved reviews of a product on sale. @throws AppError NOT_FOUND */
    async listApproved(ctx: Context, productId: string, query: ListQuery): Promise<Page<ProductReview>> {
      if (!(await isShown(knex, productId, ctx))) throw platformErrors.notFound({ entity: 'Product' });
      return repository.listApproved(productId, query);
    },

    list: (query: ListQuery) => repository.list(query),

    /** Approved reviews of a vendor's products. */
    listOfVendor: (vendorId: string, query: ListQuery) => repository.listOfVendor(vendorId, query),

    /** Sets the reply of a vendor, or removes it by null; a repeat changes nothing. @throws AppError NOT_FOUND */
    reply: (ctx: Context, vendorId: string, id: string, reply: string | null): Promise<VendorReview> =>
      unitOfWork.run(ctx, async (tx) => {
        const notFound = () => platformErrors.notFound({ entity: 'Review' });
        const before = await repository.findOfVendor(vendorId, id, tx);
        if (!before) throw notFound();
        if (!(await repository.reply(tx, id, { reply, now: ctx.now }))) return before;
        await audit.record(tx, ctx, [
          {
            entity: 'review',
            entityId: id,
            action: 'reply',
            vendorId,
            before: { reply: before.reply },
            after: { reply },
          },
        ]);
        const { productId } = before;
        outbox.append(tx, ctx, reviewsEvents.replied, id, { reviewId: id, productId, vendorId });
        const review = await repository.findOfVendor(vendorId, id, tx);
        if (!review) throw notFound();
        return review;
      }),

    /** Moves a review to any state; a repeat changes nothing. @throws AppError NOT_FOUND */
    moderate: (ctx: Context, id: string, status: ReviewStatus): Promise<ModeratedReview> =>
      unitOfWork.run(ctx, async (tx) => {
        const before = await repository.moderate(tx, id, { status, now: ctx.now });
        const review = await find(id, tx);
        if (before === undefined) return review;
        await audit.record(tx, ctx, [
          {
            entity: 'review',
            entityId: id,
            action: actions[status],
            before: { status: before },
            after: { status },
          },
        ]);
        const { productId } = review;
        outbox.append(tx, ctx, reviewsEvents.moderated, id, { reviewId: id, productId, status });
        return review;
      }),
  };
}
