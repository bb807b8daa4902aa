/** What is wrong with the trade numbers (EAN, UPC, barcode) of a variant. */
export const identifierProblems = [
  'missing',
  'wrong_form',
  'wrong_check_digit',
  'restricted_prefix',
] as const;
export type IdentifierProblem = (typeof identifierProblems)[number];

/** Pixels a side: what social catalogs take at least; shopping feeds take 250 for clothes and recommend more. */
export const LEAST_PICTURE = 500;

/** A variant on sale that feeds would send with less than they want to know of it, or not show. */
export interface FeedGap {
  variantId: string;
  productId: string;
  vendorId: string;
  productTitle: string;
  sku: string | null;
  /** The first of its trade numbers, as it was entered. */
  code: string | null;
  identifierProblem: IdentifierProblem | null;
  /** Whether its first picture is one of the platform's and smaller than `LEAST_PICTURE` on a side. */
  smallPicture: boolean;
}
