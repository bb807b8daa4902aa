/** Orders so many days back count, each day a little less. */
export const POPULARITY_DAYS = 90;
/** After so many days an order counts half. */
export const HALF_LIFE_DAYS = 30;
/** Steps are logarithmic: 1 order is step 1, 2 or 3 are step 2, and from 512 on it is step 10. */
export const MAX_POPULARITY = 10;
/** Of the products in the index so many are written in one night at most: a step decides between equals only. */
export const NIGHTLY_SHARE = 0.02;
