import { defineSearchAttributeKey, type SearchAttributePair, SearchAttributeType } from '@temporalio/common';
import type { Outcome } from '#domain/_shared/outcome.js';

/**
 * What operators can filter running flows by. A closed list: the engine allows ten keywords to a namespace,
 * and they are visible in clear even when payloads are encrypted, so they hold ids, order numbers and outcomes only.
 */
export const searchAttributeKeys = {
  orderId: defineSearchAttributeKey('OrderId', SearchAttributeType.KEYWORD),
  orderNumber: defineSearchAttributeKey('OrderNumber', SearchAttributeType.KEYWORD),
  vendorId: defineSearchAttributeKey('VendorId', SearchAttributeType.KEYWORD),
  productId: defineSearchAttributeKey('ProductId', SearchAttributeType.KEYWORD),
  customerId: defineSearchAttributeKey('CustomerId', SearchAttributeType.KEYWORD),
  outcome: defineSearchAttributeKey('Outcome', SearchAttributeType.KEYWORD),
} as const;

/** What a contract says of its input. How the run stands is not for a contract to say. */
export type SearchAttributeValues = Partial<
  Record<Exclude<keyof typeof searchAttributeKeys, 'outcome'>, string>
>;

/**
 * With what a run is started, in the form that the client wants, absent values left out. Each is started with an outcome:
 * a run that goes well then costs the engine no further event, and one without an outcome is known as older than this.
 */
export function startAttributes<Input>(
  contract: {
    searchAttributes: (input: Input) => SearchAttributeValues;
    startsAs?: (input: Input) => Outcome;
  },
  input: Input,
): SearchAttributePair[] {
  const outcome: Outcome = contract.startsAs?.(input) ?? 'ok';
  return Object.entries({ ...contract.searchAttributes(input), outcome })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({ key: searchAttributeKeys[name as keyof typeof searchAttributeKeys], value }));
}
