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
import type { MailState } from './mail-message.js';
import type { TemplateRole } from './mail-template.js';
import type { DeliveryStatus, ProviderEventType } from './provider-event.js';

/** A mail as the log of deliveries shows it. */
export const deliveryColumns = {
  id: uuid,
  kind: textOf<'event' | 'test' | 'resend'>(),
  template: text,
  role: textOf<TemplateRole>(),
  recipient: text,
  state: textOf<MailState>(),
  attempts: integer,
  orderId: nullable(uuid),
  resendOf: nullable(uuid),
  providerMessageId: nullable(text),
  lastError: nullable(text),
  deliveryStatus: nullable(textOf<DeliveryStatus>()),
  deliveryStatusAt: nullable(instant),
  createdAt: instant,
  updatedAt: instant,
  sentAt: nullable(instant),
} as const satisfies Columns;
export type Delivery = RowOf<typeof deliveryColumns>;

/** What a provider reported of a delivery. */
export interface DeliveryEvent {
  type: ProviderEventType;
  reason: string | null;
  occurredAt: Date;
  receivedAt: Date;
}
