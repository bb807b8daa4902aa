import type { Knex } from '#db/kernel/knex.js';
import { settingsRegistry } from '#domain/settings/registry.js';
import { type Keyring, UnreadableSecretError } from '#lib/keyring.js';

const STEP = 500;

export interface EncryptedAgain {
  what: 'settings' | 'mails' | 'feeds' | 'second factors' | 'webhooks';
  /** Written anew with the key of today. */
  written: number;
  /** What no key opens, left as it is: keys of settings, ids of mails, names of feeds. */
  unreadable: string[];
}

/**
 * Writes what an older key has encrypted anew with the key of today, so that the older one can be taken away. It may
 * run beside everything else and be repeated: a value that is changed meanwhile is left to who changed it.
 */
export async function encryptAgain(knex: Knex, keyring: Keyring): Promise<EncryptedAgain[]> {
  return [
    await settingsAgain(knex, keyring),
    await mailsAgain(knex, keyring),
    await feedsAgain(knex, keyring),
    await secondFactorsAgain(knex, keyring),
    await webhooksAgain(knex, keyring),
  ];
}

async function settingsAgain(knex: Knex, keyring: Keyring): Promise<EncryptedAgain> {
  const secrets = [...settingsRegistry.values()].filter(({ secret }) => secret).map(({ key }) => key);
  const rows = await knex('settings_values').whereIn('key', secrets).select('key', 'vendorId', 'value');
  const result: EncryptedAgain = { what: 'settings', written: 0, unreadable: [] };
  for (const { key, vendorId, value } of rows) {
    const again = typeof value === 'string' && value !== '' ? newText(value, keyring) : undefined;
    if (again === null) result.unreadable.push(vendorId ? `${key} of vendor ${vendorId}` : key);
    if (!again) continue;
    result.written += await knex('settings_values')
      .where({ key, vendorId })
      .whereRaw('value = ?::jsonb', [JSON.stringify(value)])
      .update({ value: JSON.stringify(again) });
  }
  // Every process reads them again.
  if (result.written > 0) await knex('settings_revision').increment('revision', 1);
  return result;
}

async function mailsAgain(knex: Knex, keyring: Keyring): Promise<EncryptedAgain> {
  const result: EncryptedAgain = { what: 'mails', written: 0, unreadable: [] };
  for (let last: string | undefined; ;) {
    const rows = await knex('mail_messages')
      .whereNotNull('variablesEncrypted')
      .modify((query) => void (last === undefined || query.where('id', '>', last)))
      .orderBy('id')
      .limit(STEP)
      .select('id', 'variablesEncrypted');
    for (const { id, variablesEncrypted } of rows) {
      const again = newText(variablesEncrypted, keyring);
      if (again === null) result.unreadable.push(id);
      if (again)
        result.written += await knex('mail_messages')
          .where({ id, variablesEncrypted })
          .update({ variablesEncrypted: again });
    }
    last = rows.at(-1)?.id;
    if (rows.length < STEP) return result;
  }
}

/** The tokens of connections, and of those that are still to be revoked. */
async function feedsAgain(knex: Knex, keyring: Keyring): Promise<EncryptedAgain> {
  const result: EncryptedAgain = { what: 'feeds', written: 0, unreadable: [] };
  for (const [table, id] of [
    ['feeds_connections', 'feed'],
    ['feeds_revocations', 'id'],
  ] as const) {
    const rows = await knex(table).whereNotNull('credentials').select(`${id} as id`, 'credentials');
    for (const { id: key, credentials } of rows) {
      const again = newText(credentials, keyring);
      if (again === null) result.unreadable.push(key);
      if (again)
        result.written += await knex(table)
          .where({ [id]: key, credentials })
          .update({ credentials: again });
    }
  }
  return result;
}

/** Undefined where nothing is to be done, null where no key opens it. */
function newText(text: string, keyring: Keyring): string | null | undefined {
  if (keyring.isCurrent(text)) return undefined;
  try {
    return keyring.encrypt(keyring.decrypt(text));
  } catch (error) {
    if (error instanceof UnreadableSecretError) return null;
    throw error;
  }
}

async function secondFactorsAgain(knex: Knex, keyring: Keyring): Promise<EncryptedAgain> {
  const result: EncryptedAgain = { what: 'second factors', written: 0, unreadable: [] };
  const rows = (await knex('accounts_second_factors').select('userId', 'secretEncrypted')) as {
    userId: string;
    secretEncrypted: string;
  }[];
  for (const { userId, secretEncrypted } of rows) {
    const again = newText(secretEncrypted, keyring);
    if (again === null) result.unreadable.push(userId);
    if (!again) continue;
    result.written += await knex('accounts_second_factors')
      .where({ userId, secretEncrypted })
      .update({ secretEncrypted: again });
  }
  return result;
}

/** The secrets of webhook endpoints, and their headers. */
async function webhooksAgain(knex: Knex, keyring: Keyring): Promise<EncryptedAgain> {
  const result: EncryptedAgain = { what: 'webhooks', written: 0, unreadable: [] };
  for (const column of ['secretEncrypted', 'previousSecretEncrypted', 'headersEncrypted'] as const) {
    const rows = (await knex('outbound_webhooks_endpoints')
      .whereNotNull(column)
      .select('id', `${column} as text`)) as { id: string; text: string }[];
    for (const { id, text } of rows) {
      const again = newText(text, keyring);
      if (again === null) result.unreadable.push(`${id} (${column})`);
      if (!again) continue;
      result.written += await knex('outbound_webhooks_endpoints')
        .where({ id, [column]: text })
        .update({ [column]: again });
    }
  }
  return result;
}
