import { type Columns, instant, nullable, type RowOf, text, textOf, uuid } from '#domain/_shared/columns.js';
import type { SuppressionReason } from './suppression.js';

/** What a mail provider reports of a mail, in our words. */
export const providerEventTypes = [
  'delivered',
  'deferred',
  'bounced',
  'blocked',
  'dropped',
  'complained',
  'unsubscribed',
] as const;
export type ProviderEventType = (typeof providerEventTypes)[number];

/** How far a mail has come, as its provider reports it; a later one never gives way to an earlier one. */
export const deliveryStatuses = ['deferred', 'delivered', 'bounced', 'complained'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const providerEventColumns = {
  eventId: text,
  type: textOf<ProviderEventType>(),
  /** Our row, where the provider names one. */
  messageId: nullable(uuid),
  /** In lower case. */
  address: text,
  reason: nullable(text),
  occurredAt: instant,
} as const satisfies Columns;
export type ProviderEvent = RowOf<typeof providerEventColumns>;

const statuses: Partial<Record<ProviderEventType, DeliveryStatus>> = {
  deferred: 'deferred',
  delivered: 'delivered',
  bounced: 'bounced',
  blocked: 'bounced',
  dropped: 'bounced',
  complained: 'complained',
};

/** The status that an event gives its mail; undefined for one that says nothing of its way. */
export function statusOf(type: ProviderEventType): DeliveryStatus | undefined {
  return statuses[type];
}

const suppressing: Partial<Record<ProviderEventType, SuppressionReason>> = {
  bounced: 'hard_bounce',
  complained: 'complaint',
  unsubscribed: 'unsubscribe',
};

/** Why campaigns spare the address from now on; undefined where they do not. */
export function suppressionOf(type: ProviderEventType): SuppressionReason | undefined {
  return suppressing[type];
}
