import { type RowOf, text, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { MailState } from '#domain/mail/mail-message.js';
import { type DeliveryFilter, whereDelivery } from './deliveries.query.js';

export interface ResendSource {
  id: string;
  template: string;
  recipient: string;
  state: MailState;
  kind: string;
  hasVariables: boolean;
}

const resentMailColumns = { id: uuid, template: text, recipient: text, resendOf: text };
export type ResentMail = RowOf<typeof resentMailColumns>;

export function createResendsRepository() {
  return {
    /** The mail that is to be sent again, locked. */
    async lock(tx: Tx, id: string): Promise<ResendSource | undefined> {
      return tx('mail_messages')
        .where({ id })
        .forUpdate()
        .first(
          'id',
          'template',
          'recipient',
          'state',
          'kind',
          tx.raw('variables_encrypted is not null as has_variables'),
        );
    },

    /**
     * Mails of a filter that can be sent again and were not yet, oldest first, locked: neither mails of accounts nor test
     * mails nor those whose variables are gone.
     */
    async lockMatching(tx: Tx, filter: DeliveryFilter, limit: number): Promise<string[]> {
      // One at a time: the second must see the copies of the first.
      await tx.raw(`select pg_advisory_xact_lock(hashtextextended('mail.resend', 0))`);
      return whereDelivery(tx('mail_messages'), filter)
        .whereNotNull('variablesEncrypted')
        .whereNot('kind', 'test')
        .whereRaw(`template not like 'auth.%'`)
        .whereRaw('not exists (select 1 from mail_messages again where again.resend_of = mail_messages.id)')
        .orderBy('id')
        .limit(limit)
        .forUpdate()
        .pluck('id') as unknown as Promise<string[]>;
    },

    /** New mails with what the given ones say. */
    async copyAll(tx: Tx, ids: readonly string[]): Promise<ResentMail[]> {
      if (ids.length === 0) return [];
      return query(tx, resentMailColumns)(
        `insert into mail_messages (id, template, role, recipient, locale, variables_encrypted, order_id, kind, resend_of, dedupe_key)
         select copy_id, template, role, recipient, locale, variables_encrypted, order_id, 'resend', id, 'resend:' || copy_id
         from (select m.*, uuidv7() as copy_id from mail_messages m where m.id = any(?::uuid[]) order by m.id) source
         returning id, template, recipient, resend_of`,
        [[...ids]],
      );
    },
  };
}
