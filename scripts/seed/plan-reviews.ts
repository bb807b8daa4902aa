import type { ReviewStatus } from '#domain/reviews/review.js';
import { type Calendar, minutesAfter } from './calendar.js';
import { createDraw, createIds, type Draw } from './draw.js';
import type { PlannedOrder } from './order-diary.js';
import { refusedReviewWords, reviewWords, type ReviewWords } from './reviews.words.js';

export interface PlannedReview extends ReviewWords {
  id: string;
  productId: string;
  userId: string;
  status: ReviewStatus;
  moderatedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

const REVIEWED_IN_100 = 45;
const REFUSED_IN_100 = 8;
const DAY = 24 * 60;

/** What buyers wrote of what was delivered to them, one review for each product; the latest wait for a moderator. */
export function planReviews(
  seed: number,
  calendar: Calendar,
  orders: readonly PlannedOrder[],
): PlannedReview[] {
  const draw = createDraw(seed, 'reviews');
  const newId = createIds(seed, 'reviews');
  const written = new Set<string>();
  // Midnight: at what time of the day the data is loaded must not decide what is in it.
  const today = calendar.daysAgo(0, 0);
  return orders.flatMap(({ written: { order, lines }, steps }) => {
    const deliveries = steps.filter(({ event }) => event === 'sub_order.delivered');
    const deliveredAt = new Map(deliveries.map((step) => [step.subOrderId, step.createdAt]));
    return lines.flatMap(({ productId, subOrderId }): PlannedReview[] => {
      const delivered = deliveredAt.get(subOrderId);
      const key = `${order.userId} ${productId}`;
      if (!delivered || written.has(key) || !draw.percent(REVIEWED_IN_100)) return [];
      const createdAt = minutesAfter(delivered, draw.whole(120, 3 * DAY));
      if (createdAt > today) return [];
      written.add(key);
      const moderated = moderationOf(draw, createdAt, today);
      const owner = { id: newId(), productId, userId: order.userId };
      return [{ ...owner, ...moderated, createdAt, updatedAt: moderated.moderatedAt ?? createdAt }];
    });
  });
}

function moderationOf(
  draw: Draw,
  createdAt: Date,
  today: Date,
): ReviewWords & Pick<PlannedReview, 'status' | 'moderatedAt'> {
  const moderatedAt = minutesAfter(createdAt, draw.whole(60, 2 * DAY));
  const { status, ...words } = draw.percent(REFUSED_IN_100)
    ? draw.pick(refusedReviewWords)
    : { ...draw.pick(reviewWords), status: 'approved' as const };
  return moderatedAt > today
    ? { ...words, status: 'pending', moderatedAt: null }
    : { ...words, status, moderatedAt };
}
