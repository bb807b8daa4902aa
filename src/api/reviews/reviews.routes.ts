import { z } from 'zod';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { requireVendor } from '#api/kernel/require.js';
import { route, routes } from '#api/kernel/route.js';
import { reviewsErrors } from '#domain/reviews/reviews.errors.js';
import {
  ownReviewResponse,
  ownReviewSchema,
  productReviewResponse,
  productReviewSchema,
  publicReviewListQuery,
  reviewResponse,
  reviewInputSchema,
  reviewListQuery,
  reviewReplySchema,
  reviewSchema,
  vendorReviewListQuery,
  vendorReviewResponse,
  vendorReviewSchema,
} from './reviews.schemas.js';

const product = { productId: 'product' } as const;
const review = { id: 'review' } as const;

const decisions = [
  { verb: 'approve', status: 'approved', summary: 'Approve a review: buyers see it' },
  { verb: 'reject', status: 'rejected', summary: 'Reject a review: buyers do not see it' },
  { verb: 'spam', status: 'spam', summary: 'Mark a review as spam' },
] as const;

export const reviewsRoutes = routes('reviews', [
  route({
    method: 'post',
    path: '/store/products/:productId/reviews',
    summary: 'Review a delivered product',
    description: 'One review for each buyer and product. Buyers see it once it is approved.',
    auth: 'customer',
    params: product,
    body: reviewInputSchema,
    response: ownReviewSchema,
    success: 201,
    rate: 'write',
    errors: [reviewsErrors.notDelivered, reviewsErrors.alreadyReviewed],
    handler: async ({ ctx, services, params, body }) =>
      ownReviewResponse(await services.reviews.submit(ctx, params.productId, body)),
  }),
  route({
    method: 'get',
    path: '/store/products/:productId/reviews',
    summary: 'List the approved reviews of a product',
    description: 'Newest first, unless asked otherwise.',
    auth: 'public',
    params: product,
    query: publicReviewListQuery,
    response: z.array(productReviewSchema),
    metadata: pageMetadataSchema,
    handler: async ({ ctx, services, params, query }) =>
      pageReply(await services.reviews.listApproved(ctx, params.productId, query), productReviewResponse),
  }),
  route({
    method: 'get',
    path: '/vendor/reviews',
    summary: 'List the reviews of the active vendor',
    description: 'Approved reviews of its products. Searches titles, texts and the titles of products.',
    auth: 'vendor',
    query: vendorReviewListQuery,
    response: z.array(vendorReviewSchema),
    metadata: pageMetadataSchema,
    handler: async ({ ctx, services, query }) =>
      pageReply(await services.reviews.listOfVendor(requireVendor(ctx), query), vendorReviewResponse),
  }),
  route({
    method: 'post',
    path: '/vendor/reviews/:id/reply',
    summary: 'Create the reply to a review of an own product',
    description: 'Buyers read the reply below the review. A new reply replaces the earlier one.',
    auth: 'vendor',
    params: review,
    body: reviewReplySchema,
    response: vendorReviewSchema,
    handler: async ({ ctx, services, params, body }) =>
      vendorReviewResponse(
        await services.reviews.reply(ctx, requireVendor(ctx), params.id, body.text ?? null),
      ),
  }),
  route({
    method: 'get',
    path: '/admin/reviews',
    summary: 'List reviews of all statuses',
    description: 'Searches titles, texts and the titles of products.',
    auth: 'admin',
    permission: 'review:moderate',
    query: reviewListQuery,
    response: z.array(reviewSchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) => pageReply(await services.reviews.list(query), reviewResponse),
  }),
  ...decisions.map(({ verb, status, summary }) =>
    route({
      method: 'post',
      path: `/admin/reviews/:id/${verb}`,
      summary,
      description: 'From any state. The rating of the product follows. A repeat changes nothing.',
      auth: 'admin',
      permission: 'review:moderate',
      params: review,
      response: reviewSchema,
      handler: async ({ ctx, services, params }) =>
        reviewResponse(await services.reviews.moderate(ctx, params.id, status)),
    }),
  ),
]);
