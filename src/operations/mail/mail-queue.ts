import type { MailRepository, NewMail } from '#db/mail/mail.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Origin } from '#domain/_shared/context.js';
import type { MailToSend } from '#domain/mail/mail-message.js';
import { mailQueued } from '#domain/mail/mail.events.js';
import { findMailTemplate } from '#domain/mail/template-registry.js';
import type { Outbox } from '#events/outbox.js';
import { mailSettings } from '#domain/mail/mail.settings.js';
import type { Keyring } from '#lib/keyring.js';
import type { SettingsReader } from '#lib/settings.js';

export interface MailQueue {
  /**
   * Has a mail sent once `tx` has committed, and not otherwise. Returns its id, or null when a mail with the same
   * dedupe key was asked for before.
   * @throws Error for a template that does not exist
   */
  enqueue(tx: Tx, origin: Origin, mail: MailToSend): Promise<string | null>;
  /** The same for several, in one statement. */
  enqueueAll(tx: Tx, origin: Origin, mails: readonly MailToSend[]): Promise<void>;
}

/** What mails say, links that sign in among it, is unreadable at rest. */
export function createMailQueue(options: {
  messages: MailRepository;
  outbox: Outbox;
  keyring: Keyring;
  settings: Pick<SettingsReader, 'get'>;
}): MailQueue {
  const { messages, outbox, keyring, settings } = options;

  function rowOf({ template, role, to, locale, variables, orderId, dedupeKey }: MailToSend): NewMail {
    if (!findMailTemplate(template, role))
      throw new Error(`There is no mail template ${template} for ${role}`);
    const variablesEncrypted = keyring.encrypt(JSON.stringify(variables));
    return {
      template,
      role,
      recipient: to,
      locale: locale ?? null,
      variablesEncrypted,
      orderId: orderId ?? null,
      dedupeKey,
    };
  }

  async function enqueue(tx: Tx, origin: Origin, mails: readonly MailToSend[]): Promise<string[]> {
    const queued = await messages.insertAll(tx, mails.map(rowOf), settings.get(mailSettings.language));
    const entries = queued.map(({ id, template }) => ({ entityId: id, payload: { template } }));
    outbox.appendAll(tx, origin, mailQueued, entries);
    return queued.map(({ id }) => id);
  }

  return {
    enqueue: async (tx, origin, mail) => (await enqueue(tx, origin, [mail]))[0] ?? null,
    enqueueAll: async (tx, origin, mails) => void (await enqueue(tx, origin, mails)),
  };
}
