import { defineSearchAttributeKey, type SearchAttributePair, SearchAttributeType } from '@temporalio/common';

/**
 * What operators can filter running flows by. A closed list: the engine allows ten keywords to a namespace,
 * and they are visible in clear even when payloads are encrypted, so they hold ids and order numbers only.
 */
export const searchAttributeKeys = {
  orderId: defineSearchAttributeKey('OrderId', SearchAttributeType.KEYWORD),
  orderNumber: defineSearchAttributeKey('OrderNumber', SearchAttributeType.KEYWORD),
  vendorId: defineSearchAttributeKey('VendorId', SearchAttributeType.KEYWORD),
  productId: defineSearchAttributeKey('ProductId', SearchAttributeType.KEYWORD),
  customerId: defineSearchAttributeKey('CustomerId', SearchAttributeType.KEYWORD),
} as const;

export type SearchAttributeValues = Partial<Record<keyof typeof searchAttributeKeys, string>>;

/** The form the client wants, absent values left out. */
export function searchAttributePairs(values: SearchAttributeValues): SearchAttributePair[] {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({ key: searchAttributeKeys[name as keyof typeof searchAttributeKeys], value }));
}
