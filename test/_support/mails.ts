import type { Container } from '#runtime/container.js';
import { decrypt } from '#lib/crypto.js';

export interface QueuedMail {
  id: string;
  template: string;
  role: string;
  recipient: string;
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
      ? (JSON.parse(decrypt(row.variablesEncrypted, config.ENCRYPTION_KEY)) as Record<string, unknown>)
      : null,
  }));
}
