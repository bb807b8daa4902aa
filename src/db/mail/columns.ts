import { boolean, instant, integer, nullable, text, uuid } from '#domain/_shared/columns.js';
import { deliveryColumns } from '#domain/mail/delivery.js';
import { providerEventColumns } from '#domain/mail/provider-event.js';
import { queueStateColumns } from '#domain/mail/queue-pause.js';
import { suppressionColumns } from '#domain/mail/suppression.js';
import { templateOverrideColumns } from '#domain/mail/template-override.js';

/** The columns of the tables of this feature. */
export const mailTables = {
  mail_messages: {
    ...deliveryColumns,
    locale: nullable(text),
    variablesEncrypted: nullable(text),
    dedupeKey: text,
    putOffs: integer,
    putOffSince: nullable(instant),
    notBefore: nullable(instant),
  },
  mail_provider_events: {
    ...providerEventColumns,
    id: uuid,
    providerId: text,
    receivedAt: instant,
    handledAt: nullable(instant),
  },
  mail_queue_state: { ...queueStateColumns, id: boolean },
  mail_suppressions: { ...suppressionColumns },
  mail_template_overrides: { ...templateOverrideColumns, id: uuid, createdAt: instant },
};
