import {
  type Columns,
  instant,
  integer,
  nullable,
  type RowOf,
  text,
  textOf,
  uuid,
} from '#domain/_shared/columns.js';

export const reviewStatuses = ['pending', 'approved', 'rejected', 'spam'] as const;
export type ReviewStatus = (typeof reviewStatuses)[number];

/** What a buyer writes of a product, as plain text. */
export interface ReviewInput {
  /** 1 to 5. */
  rating: number;
  title?: string | null;
  text?: string | null;
}

export const reviewColumns = {
  id: uuid,
  productId: uuid,
  rating: integer,
  title: nullable(text),
  text: nullable(text),
  status: textOf<ReviewStatus>(),
  moderatedAt: nullable(instant),
  /** The reply of the vendor of the product, plain text. */
  reply: nullable(text),
  repliedAt: nullable(instant),
  createdAt: instant,
  updatedAt: instant,
} as const satisfies Columns;
export type Review = RowOf<typeof reviewColumns>;

/** A review as buyers read it; the name of an account that was deleted is null. */
export type PublicReview = Pick<Review, 'id' | 'rating' | 'title' | 'text' | 'createdAt'> & {
  name: string | null;
};

/** A review on the page of its product, with the reply of the vendor. */
export type ProductReview = PublicReview & Pick<Review, 'reply' | 'repliedAt'>;

/** An approved review as the vendor of its product reads it. */
export type VendorReview = ProductReview & Pick<Review, 'productId'> & { productTitle: string };

/** A review as moderators read it. */
export interface ModeratedReview extends Review {
  productTitle: string;
  userId: string | null;
  name: string | null;
}

/** First name and initial, all that buyers learn of each other; null for an account that was deleted. */
export function publicName(name: string | null): string | null {
  const words = (name ?? '').trim().split(/\s+/).filter(Boolean);
  const [first] = words;
  // A buyer who gave an address in place of a name did not mean to publish it.
  if (first === undefined || first.includes('@')) return null;
  const last = words.length > 1 ? words.at(-1) : undefined;
  const [initial] = last?.match(/^\p{L}/u) ?? [];
  return initial === undefined ? first : `${first} ${initial.toUpperCase()}.`;
}
