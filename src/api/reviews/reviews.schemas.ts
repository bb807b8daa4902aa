import { z } from 'zod';
import { listQuerySchema } from '#api/kernel/list-query.js';
import { idOf, instantSchema, iso, longTextSchema, textSchema } from '#api/kernel/values.js';
import {
  type ModeratedReview,
  publicName,
  type ProductReview,
  type PublicReview,
  reviewStatuses,
  type VendorReview,
} from '#domain/reviews/review.js';

const nullableText = z.string().nullable();
const authorName = nullableText.meta({
  description: 'First name and initial; null once the account is deleted',
  example: 'Asha R.',
});

/** Blank text says nothing. */
const words = (line: ReturnType<typeof longTextSchema>) =>
  line
    .trim()
    .nullable()
    .optional()
    .transform((text) => (text === '' ? null : text));

export const reviewInputSchema = z
  .object({
    rating: z.int().min(1).max(5),
    title: words(textSchema(255)).meta({ description: 'Plain text' }),
    text: words(longTextSchema(5000)).meta({ description: 'Plain text' }),
  })
  .meta({ id: 'ReviewInput' });

const shown = {
  id: idOf('review'),
  rating: z.int(),
  title: nullableText,
  text: nullableText,
};

export const publicReviewSchema = z
  .object({ ...shown, authorName, createdAt: instantSchema })
  .meta({ id: 'PublicReview' });

const replyFields = {
  reply: nullableText.meta({ description: 'The reply of the vendor, plain text' }),
  repliedAt: instantSchema.nullable(),
};

export const productReviewSchema = publicReviewSchema.extend(replyFields).meta({ id: 'ProductReview' });

export const vendorReviewSchema = productReviewSchema
  .extend({ productId: idOf('product'), productTitle: z.string() })
  .meta({ id: 'VendorReview' });

export const reviewReplySchema = z
  .object({
    text: words(longTextSchema(2000)).meta({
      description: 'Plain text; null or blank removes the reply',
      example: 'Thank you. A lamp without the dent is on its way.',
    }),
  })
  .meta({ id: 'ReviewReply' });

export const ownReviewSchema = z
  .object({ ...shown, productId: idOf('product'), status: z.enum(reviewStatuses), createdAt: instantSchema })
  .meta({ id: 'OwnReview' });

export const reviewSchema = z
  .object({
    ...shown,
    productId: idOf('product'),
    productTitle: z.string(),
    userId: idOf('user').nullable(),
    authorName,
    status: z.enum(reviewStatuses),
    moderatedAt: instantSchema.nullable(),
    ...replyFields,
    createdAt: instantSchema,
    updatedAt: instantSchema,
  })
  .meta({ id: 'Review' });

export const publicReviewListQuery = listQuerySchema({
  filters: { rating: 'number' },
  sort: ['createdAt', 'rating'],
});

export const vendorReviewListQuery = listQuerySchema({
  filters: { rating: 'number', productId: 'id', createdAt: 'date', repliedAt: 'date' },
  sort: ['createdAt', 'rating', 'repliedAt'],
});

export const reviewListQuery = listQuerySchema({
  filters: {
    status: reviewStatuses,
    rating: 'number',
    productId: 'id',
    userId: 'id',
    createdAt: 'date',
    moderatedAt: 'date',
  },
  sort: ['createdAt', 'updatedAt', 'rating', 'status'],
});

export function publicReviewResponse({ id, rating, title, text, createdAt, name }: PublicReview) {
  return { id, rating, title, text, authorName: publicName(name), createdAt: iso(createdAt) };
}

export function productReviewResponse({ reply, repliedAt, ...review }: ProductReview) {
  return { ...publicReviewResponse(review), reply, repliedAt: iso(repliedAt) };
}

export function vendorReviewResponse({ productId, productTitle, ...review }: VendorReview) {
  return { ...productReviewResponse(review), productId, productTitle };
}

export function ownReviewResponse({
  id,
  productId,
  rating,
  title,
  text,
  status,
  createdAt,
}: ModeratedReview) {
  return { id, productId, rating, title, text, status, createdAt: iso(createdAt) };
}

export function reviewResponse({ name, ...review }: ModeratedReview) {
  return {
    ...review,
    authorName: publicName(name),
    moderatedAt: iso(review.moderatedAt),
    repliedAt: iso(review.repliedAt),
    createdAt: iso(review.createdAt),
    updatedAt: iso(review.updatedAt),
  };
}
