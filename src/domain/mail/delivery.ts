import type { MailState } from './mail-message.js';
import type { TemplateRole } from './mail-template.js';
import type { DeliveryStatus, ProviderEventType } from './provider-event.js';

/** A mail as the log of deliveries shows it. */
export interface Delivery {
  id: string;
  kind: 'event' | 'test' | 'resend';
  template: string;
  role: TemplateRole;
  recipient: string;
  state: MailState;
  attempts: number;
  orderId: string | null;
  resendOf: string | null;
  providerMessageId: string | null;
  lastError: string | null;
  deliveryStatus: DeliveryStatus | null;
  deliveryStatusAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  sentAt: Date | null;
}

/** What a provider reported of a delivery. */
export interface DeliveryEvent {
  type: ProviderEventType;
  reason: string | null;
  occurredAt: Date;
  receivedAt: Date;
}
