import {
  instant,
  integer,
  jsonOf,
  nullable,
  type RowOf,
  text,
  textOf,
  uuid,
} from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { holdsSecrets, type MailState } from '#domain/mail/mail-message.js';
import type { PutOff } from '#domain/mail/put-off.js';
import type { TemplateRole } from '#domain/mail/mail-template.js';
import type { TemplateOverride } from '#domain/mail/template-override.js';
import { newId } from '#lib/ids.js';

export type MailOverride = Omit<TemplateOverride, 'eventType' | 'role' | 'updatedAt'>;

const mailColumns = {
  id: uuid,
  template: text,
  role: textOf<TemplateRole>(),
  recipient: text,
  locale: nullable(text),
  /** Ciphertext of the variables' JSON; null once wiped. */
  variablesEncrypted: nullable(text),
  attempts: integer,
  /** How often the provider has put the recipient off, and since when. */
  putOffs: integer,
  putOffSince: nullable(instant),
  createdAt: instant,
};
export interface MailRow extends RowOf<typeof mailColumns> {
  /** The operators' words for the template, in every language; null or undefined for the defaults. */
  overrides?: MailOverride[] | null;
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
  /** With `queued`: the recipient's own wait. */
  putOff?: PutOff;
  /** With `queued`: the provider looked at no mail, so that this was no attempt. */
  untried?: boolean;
}

/** A mail that is to be sent now, or the state of one that is not. */
export type MailClaim = { mail: MailRow } | { state: MailState | 'missing' };

/** What became of a claimed mail. */
export interface FinishedMail extends Pick<MailRow, 'id' | 'template'>, MailResult {}

/** Read with the claim, so that a change of the words counts from the next mail on, in every process. */
const overridesOf = `(select jsonb_agg(jsonb_build_object('locale', o.locale, 'enabled', o.enabled, 'subject', o.subject, 'heading', o.heading, 'preheader', o.preheader, 'body', o.body))
  from mail_template_overrides o
  where o.event_type = mail_messages.template and o.role = mail_messages.role) as overrides`;

/** The mails that somebody waits for at the screen, by their ids; read by the index `mail_messages_urgent`. */
export const urgentMails = `select id::text from mail_messages where state = 'queued' and template like 'auth.%' order by id limit 500`;

/** SQL on a delivery `d` of the queue, true while its mail waits for its recipient, or was tried `attempts` times. */
export function waitsByItself(attempts?: number): string {
  const tried = attempts === undefined ? '' : ` or m.attempts >= ${attempts}`;
  return `exists (select 1 from mail_messages m where m.id = d.entity_id::uuid and (m.not_before > now()${tried}))`;
}

/** Rows that a sweep changes at once. */
const SWEPT = 1_000;

export function createMailRepository() {
  return {
    /**
     * Puts mails into the queue, each in the language of its recipient: for a buyer that of the order, else that of the
     * account. A mail keeps it, however often it is tried.
     * @param storeLocale for recipients whose language is not known
     * @returns those that are new; of each dedupe key there is one
     */
    async insertAll(
      tx: Tx,
      mails: readonly NewMail[],
      storeLocale: string,
    ): Promise<{ id: string; template: string }[]> {
      if (mails.length === 0) return [];
      return query(tx, { id: uuid, template: text })(
        `insert into mail_messages (template, role, recipient, locale, variables_encrypted, order_id, dedupe_key)
         select given.template, given.role, given.recipient,
           coalesce(
             given.locale,
             case when given.role = 'customer' and given."orderId" is not null then
               (select coalesce(o.locale, buyer.locale) from orders o left join accounts_users buyer on buyer.id = o.user_id
                where o.id = given."orderId") end,
             (select u.locale from accounts_users u where u.email = lower(given.recipient)),
             ?),
           given."variablesEncrypted", given."orderId", given."dedupeKey"
         from rows from (jsonb_to_recordset(?::jsonb) as (template text, role text, recipient text, locale text,
             "variablesEncrypted" text, "orderId" uuid, "dedupeKey" text))
           with ordinality as given(template, role, recipient, locale, "variablesEncrypted", "orderId", "dedupeKey", position)
         order by given.position
         on conflict (dedupe_key) do nothing returning id, template`,
        [storeLocale, JSON.stringify(mails)],
      );
    },

    /** A mail that is sent while its request waits: it never stands in the queue. @returns its id */
    async insertSending(tx: Tx, mail: Pick<NewMail, 'template' | 'role' | 'recipient'>): Promise<string> {
      const id = newId();
      await tx('mail_messages').insert({
        id,
        ...mail,
        kind: 'test',
        state: 'sending',
        attempts: 1,
        dedupeKey: `test:${id}`,
      });
      return id;
    },

    /** Takes waiting mails, so that nobody else sends them; says of the others in what state they are. */
    async claimAll(tx: Tx, ids: readonly string[]): Promise<Map<string, MailClaim>> {
      const rows = await query(tx, { ...mailColumns, overrides: nullable(jsonOf<MailOverride[]>()) })(
        `with waiting as (
           -- In one order everywhere: two rounds that claim the same mails wait for each other instead of locking up.
           select id from mail_messages where id = any(?::uuid[]) and state = 'queued' order by id for update
         )
         update mail_messages set state = 'sending', attempts = attempts + 1, updated_at = now()
         from waiting where mail_messages.id = waiting.id
         returning mail_messages.id, template, role, recipient, locale, variables_encrypted, attempts, put_offs, put_off_since, created_at, ${overridesOf}`,
        [[...ids]],
      );
      const claims = new Map<string, MailClaim>(rows.map((mail) => [mail.id, { mail }]));
      const others = ids.filter((id) => !claims.has(id));
      for (const id of others) claims.set(id, { state: 'missing' });
      if (others.length === 0) return claims;
      const states = await tx('mail_messages').whereIn('id', others).select('id', 'state');
      for (const { id, state } of states) claims.set(id, { state });
      return claims;
    },

    /** Writes down what became of claimed mails. A provider's response that comes late still counts over `unclear`. */
    async finishAll(tx: Tx, finished: readonly FinishedMail[]): Promise<void> {
      if (finished.length === 0) return;
      const rows = finished.map(
        ({ id, template, state, providerMessageId, error, putOff, untried = false }) => ({
          id,
          state,
          providerMessageId,
          ...putOff,
          error: error?.replaceAll('\u0000', '').slice(0, 1_000),
          // A suppressed mail had its turn, and no provider was asked.
          uncounted: untried || state === 'suppressed',
          wiped: state !== 'queued' && holdsSecrets(template),
        }),
      );
      await tx.raw(
        `update mail_messages m set
           -- The provider may have reported it before its response was given up on.
           state = case when given.state = 'unclear' and m.delivery_status is not null then 'sent' else given.state end,
           provider_message_id = given."providerMessageId",
           last_error = given.error,
           sent_at = case when given.state = 'sent' or given.state = 'unclear' and m.delivery_status is not null then now() end,
           attempts = m.attempts - given.uncounted::int,
           put_offs = coalesce(given."putOffs", m.put_offs),
           put_off_since = coalesce(given."putOffSince", m.put_off_since),
           not_before = given."notBefore",
           variables_encrypted = case when given.wiped then null else m.variables_encrypted end,
           updated_at = now()
         from jsonb_to_recordset(?::jsonb) as given(id uuid, state text, "providerMessageId" text, error text,
           "putOffs" integer, "putOffSince" timestamptz, "notBefore" timestamptz, uncounted boolean, wiped boolean)
         where m.id = given.id and m.state in ('sending', 'unclear')`,
        [JSON.stringify(rows)],
      );
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
