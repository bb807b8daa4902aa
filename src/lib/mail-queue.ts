import type { MailRepository } from '#db/mail/mail.repository.js';
import type { Tx } from '#db/unit-of-work.js';
import type { Origin } from '#domain/_shared/context.js';
import type { MailToSend } from '#domain/mail/mail-message.js';
import { mailQueued } from '#domain/mail/mail.events.js';
import { findMailTemplate } from '#domain/mail/template-registry.js';
import type { Outbox } from '#events/outbox.js';
import { encrypt } from './crypto.js';

export interface MailQueue {
  /**
   * Has a mail sent once `tx` has committed, and not otherwise. Returns its id, or null when a mail with the same
   * dedupe key was asked for before.
   * @throws Error for a template that does not exist
   */
  enqueue(tx: Tx, origin: Origin, mail: MailToSend): Promise<string | null>;
}

/** `encryptionKey` is 32 bytes in base64: what mails say, links that sign in among it, is unreadable at rest. */
export function createMailQueue(options: {
  messages: MailRepository;
  outbox: Outbox;
  encryptionKey: string;
}): MailQueue {
  return {
    async enqueue(tx, origin, mail) {
      const { template, role, to, locale, variables, dedupeKey } = mail;
      if (!findMailTemplate(template, role))
        throw new Error(`There is no mail template ${template} for ${role}`);
      const id = await options.messages.insert(tx, {
        template,
        role,
        recipient: to,
        locale: locale ?? null,
        variablesEncrypted: encrypt(JSON.stringify(variables), options.encryptionKey),
        dedupeKey,
      });
      if (id) options.outbox.append(tx, origin, mailQueued, id, { template });
      return id;
    },
  };
}
