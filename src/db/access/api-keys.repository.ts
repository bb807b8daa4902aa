import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';

/** A key without its hash: nobody needs to see that. */
export interface ApiKeyRow {
  id: string;
  name: string;
  prefix: string;
  permissions: string[];
  createdBy: string;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  lastUsedAddress: string | null;
  /** Whether it may refund by hand and mark payouts as paid. */
  moneyActs: boolean;
  /** Addresses and networks; empty: from anywhere. */
  allowedAddresses: string[];
  revokedAt: Date | null;
}

const COLUMNS = [
  'id',
  'name',
  'prefix',
  'permissions',
  'createdBy',
  'createdAt',
  'expiresAt',
  'lastUsedAt',
  'lastUsedAddress',
  'moneyActs',
  'allowedAddresses',
  'revokedAt',
];

export function createApiKeysRepository(knex: Knex) {
  return {
    list: (query: ListQuery): Promise<Page<ApiKeyRow>> =>
      listPage<ApiKeyRow>({
        base: knex('access_api_keys'),
        query,
        columns: {},
        idColumn: 'id',
        searchColumns: ['name', 'prefix'],
        select: COLUMNS,
      }),

    async find(reader: Reader, id: string): Promise<ApiKeyRow | undefined> {
      return await reader('access_api_keys').where({ id }).first(COLUMNS);
    },

    /** @param key.hash SHA-256 of the whole key, in hex */
    async insert(
      tx: Tx,
      key: Omit<ApiKeyRow, 'id' | 'createdAt' | 'lastUsedAt' | 'lastUsedAddress' | 'revokedAt'> & {
        hash: string;
      },
    ): Promise<ApiKeyRow> {
      const [row] = (await tx('access_api_keys').insert(key).returning(COLUMNS)) as ApiKeyRow[];
      if (!row) throw new Error('The inserted API key was not returned');
      return row;
    },

    /** Ends the keys of a user for good. Returns which were ended by it. */
    async revokeAllOf(tx: Tx, userId: string, now: Date): Promise<string[]> {
      const rows = await tx('access_api_keys')
        .where({ createdBy: userId })
        .whereNull('revokedAt')
        .update({ revokedAt: now })
        .returning('id');
      return rows.map(({ id }) => id);
    },

    /** False when it was revoked before. */
    async revoke(tx: Tx, id: string, now: Date): Promise<boolean> {
      return (
        (await tx('access_api_keys').where({ id }).whereNull('revokedAt').update({ revokedAt: now })) === 1
      );
    },
  };
}
