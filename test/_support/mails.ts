import { isPhrase, say } from '#domain/mail/phrase.js';
import type { Container } from '#runtime/container.js';
import { decrypt } from '#lib/crypto.js';

export interface QueuedMail {
  id: string;
  template: string;
  role: string;
  recipient: string;
  locale: string | null;
  state: string;
  attempts: number;
  lastError: string | null;
  providerMessageId: string | null;
  dedupeKey: string;
  variablesEncrypted: string | null;
  /** Null once wiped. */
  variables: Record<string, unknown> | null;
}

/** The mails of a recipient, oldest first, with what they say. */
export async function mailsTo(
  { knex, config }: Pick<Container, 'knex' | 'config'>,
  recipient: string,
): Promise<QueuedMail[]> {
  const rows = await knex('mail_messages').where({ recipient }).orderBy('id');
  return rows.map((row) => ({
    ...row,
    variables: row.variablesEncrypted
      ? inEnglish(
          JSON.parse(decrypt(row.variablesEncrypted, config.ENCRYPTION_KEY)) as Record<string, unknown>,
        )
      : null,
  }));
}

/** Phrases as English mails have them. */
function inEnglish(variables: Record<string, unknown>): Record<string, unknown> {
  const list = (value: unknown[]) => value.map((item) => (isPhrase(item) ? say(item, 'en') : item));
  return Object.fromEntries(
    Object.entries(variables).map(([key, value]) => {
      if (isPhrase(value)) return [key, say(value, 'en')];
      return [key, Array.isArray(value) && value.some(isPhrase) ? list(value).join(' ') : value];
    }),
  );
}
