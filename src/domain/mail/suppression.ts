import { asciiDomain } from '#domain/_shared/ascii-domain.js';
import { type Columns, instant, nullable, type RowOf, text, textOf } from '#domain/_shared/columns.js';

/** Why an address is spared by campaigns; mails about orders and accounts are sent to it all the same. */
export const suppressionReasons = ['hard_bounce', 'complaint', 'unsubscribe', 'manual'] as const;
export type SuppressionReason = (typeof suppressionReasons)[number];

export const suppressionColumns = {
  /** In lower case. */
  address: text,
  reason: textOf<SuppressionReason>(),
  /** The provider, the broadcast or the operator that it came from: `mailapi`, `campaign:<id>`, `user:<id>`. */
  source: text,
  note: nullable(text),
  createdAt: instant,
} as const satisfies Columns;
export type Suppression = RowOf<typeof suppressionColumns>;

/** The domain of an address, in ASCII and lower case. */
export function domainOf(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1).trim();
  return asciiDomain(domain) ?? domain.toLowerCase();
}
