import type { Tx } from '#db/kernel/unit-of-work.js';
import { holdsSecrets, type MailState } from '#domain/mail/mail-message.js';
import type { TemplateRole } from '#domain/mail/mail-template.js';
import type { TemplateOverride } from '#domain/mail/template-override.js';
import { newId } from '#lib/ids.js';

export interface MailRow {
  id: string;
  template: string;
  role: TemplateRole;
  recipient: string;
  locale: string | null;
  /** Ciphertext of the variables' JSON; null once wiped. */
  variablesEncrypted: string | null;
  attempts: number;
  createdAt: Date;
  /** The operator's words for the template; null or undefined for the defaults. */
  override?: Pick<TemplateOverride, 'enabled' | 'subject' | 'heading' | 'body'> | null;
}

/** A mail to be put into the queue. */
export interface NewMail {
  template: string;
  role: TemplateRole;
  recipient: string;
  locale: string | null;
  variablesEncrypted: string;
  orderId: string | null;
  dedupeKey: string;
}

/** What became of an attempt. `queued` is a next attempt, later. */
export interface MailResult {
  state: Exclude<MailState, 'sending'>;
  providerMessageId?: string;
  error?: string;
}

/** Read with the claim, so that a change of the words counts from the next mail on, in every process. */
const overrideOf = `(select jsonb_build_object('enabled', o.enabled, 'subject', o.subject, 'heading', o.heading, 'body', o.body)
  from mail_template_overrides o
  where o.event_type = mail_messages.template and o.role = mail_messages.role) as override`;

/** Rows that a sweep changes at once. */
const SWEPT = 1_000;

export function createMailRepository() {
  return {
    /** Puts mails into the queue. @returns those that are new; of each dedupe key there is one */
    async insertAll(tx: Tx, mails: readonly NewMail[]): Promise<{ id: string; template: string }[]> {
      if (mails.length === 0) return [];
      return tx('mail_messages').insert(mails).onConflict('dedupeKey').ignore().returning(['id', 'template']);
    },

    /** A mail that is sent while its request waits: it never stands in the queue. @returns its id */
    async insertSending(tx: Tx, mail: Pick<NewMail, 'template' | 'role' | 'recipient'>): Promise<string> {
      const id = newId();
      await tx('mail_messages').insert({
        ...{ id, ...mail, kind: 'test', state: 'sending', attempts: 1, dedupeKey: `test:${id}` },
      });
      return id;
    },

    /** Takes a waiting mail, so that nobody else sends it; otherwise says in what state it is. */
    async claim(tx: Tx, id: string): Promise<{ mail: MailRow } | { state: MailState | 'missing' }> {
      const [mail] = (await tx('mail_messages')
        .where({ id, state: 'queued' })
        .update({ state: 'sending', attempts: tx.raw('attempts + 1'), updatedAt: tx.fn.now() })
        .returning([
          'id',
          'template',
          'role',
          'recipient',
          'locale',
          'variablesEncrypted',
          'attempts',
          'createdAt',
          tx.raw(overrideOf),
        ])) as MailRow[];
      if (mail) return { mail };
      const row = (await tx('mail_messages').where({ id }).first('state')) as
        { state: MailState } | undefined;
      return { state: row?.state ?? 'missing' };
    },

    /** Writes down what became of a claimed mail. A provider's response that comes late still counts over `unclear`. */
    async finish(tx: Tx, mail: Pick<MailRow, 'id' | 'template'>, result: MailResult): Promise<void> {
      const over = result.state !== 'queued';
      // The provider may have reported it before its response was given up on.
      const isUnclear = result.state === 'unclear';
      const state = isUnclear ? tx.raw(`case when delivery_status is null then 'unclear' else 'sent' end`) : result.state; // prettier-ignore
      const reportedAt = isUnclear ? tx.raw('case when delivery_status is not null then now() end') : null;
      await tx('mail_messages')
        .where({ id: mail.id })
        .whereIn('state', ['sending', 'unclear'])
        .update({
          state,
          providerMessageId: result.providerMessageId ?? null,
          lastError: result.error?.slice(0, 1_000) ?? null,
          sentAt: result.state === 'sent' ? tx.fn.now() : reportedAt,
          updatedAt: tx.fn.now(),
          // It had its turn, and no provider was asked.
          ...(result.state === 'suppressed' ? { attempts: tx.raw('attempts - 1') } : {}),
          ...(over && holdsSecrets(mail.template) ? { variablesEncrypted: null } : {}),
        });
    },

    /** Forgets what mails said; those that wait keep it. @returns how many */
    async wipeVariables(tx: Tx, beforeId: string): Promise<number> {
      return tx('mail_messages')
        .whereIn(
          'id',
          tx('mail_messages')
            .whereNotNull('variablesEncrypted')
            .where('id', '<', beforeId)
            .whereNotIn('state', ['queued', 'sending'])
            .orderBy('id')
            .limit(SWEPT)
            .select('id'),
        )
        .update({ variablesEncrypted: null });
    },

    /** Test mails whose process ended while it was sending them: nobody else takes them. @returns how many */
    async markAbandonedTests(tx: Tx): Promise<number> {
      return tx('mail_messages')
        .where({ kind: 'test', state: 'sending' })
        .whereRaw(`updated_at < now() - interval '1 hour'`)
        .update({
          state: 'unclear',
          lastError: 'The process that was sending it ended before the response came',
          updatedAt: tx.fn.now(),
        });
    },

    /** A mail found in the middle of being sent, by nobody who is still there: whether it went out is not known. */
    async markAbandoned(tx: Tx, id: string): Promise<void> {
      await tx('mail_messages')
        .where({ id, state: 'sending' })
        .update({
          // The provider may have reported it meanwhile: then it went out.
          state: tx.raw(`case when delivery_status is null then 'unclear' else 'sent' end`),
          sentAt: tx.raw('delivery_status_at'),
          lastError: 'The process that was sending it ended before the response came',
          variablesEncrypted: tx.raw(
            `case when template like 'auth.%' then null else variables_encrypted end`,
          ),
          updatedAt: tx.fn.now(),
        });
    },
  };
}

export type MailRepository = ReturnType<typeof createMailRepository>;
