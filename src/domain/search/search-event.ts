/** What a buyer does with a product that a search has found. */
export const searchEventTypes = ['click', 'cart', 'order'] as const;
export type SearchEventType = (typeof searchEventTypes)[number];
