import type { LiveChannel } from '#db/kernel/live-channel.js';
import type { Outbox } from '#events/outbox.js';
import type { SettingsReader } from '#lib/settings.js';
import type { DocumentNumbers } from '#operations/invoices/document-numbers.js';
import type { MailQueue } from '#operations/mail/mail-queue.js';

/** What operations are made of: everything else they need arrives with the transaction. */
export interface OperationDeps {
  outbox: Outbox;
  live: LiveChannel;
  mail: MailQueue;
  settings: SettingsReader;
  numbers: DocumentNumbers;
  /** The smallest amount that a payment provider sends back, in subunits; 0 where it sends any. */
  minimumRefund: (providerId: string, currency: string) => number;
}
