import { defineEvent } from '#domain/_shared/event.js';
import type { ReviewStatus } from './review.js';

interface ReviewPayload {
  reviewId: string;
  productId: string;
}

export const reviewsEvents = {
  submitted: defineEvent<ReviewPayload>('catalog.review.submitted', 'review', 'A buyer reviewed a product'),
  moderated: defineEvent<ReviewPayload & { status: ReviewStatus }>(
    'catalog.review.moderated',
    'review',
    'A review was approved, rejected or marked as spam; the rating of its product may differ',
  ),
  replied: defineEvent<ReviewPayload & { vendorId: string }>(
    'catalog.review.replied',
    'review',
    'A vendor replied to a review of its product, or changed or removed its reply',
  ),
};
