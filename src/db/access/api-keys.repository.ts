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
      return (await reader('access_api_keys').where({ id }).first(COLUMNS)) as ApiKeyRow | undefined;
    },

    /** @param key.hash SHA-256 of the whole key, in hex */
    async insert(
      tx: Tx,
      key: Pick<ApiKeyRow, 'name' | 'prefix' | 'permissions' | 'createdBy' | 'expiresAt'> & { hash: string },
    ): Promise<ApiKeyRow> {
      const [row] = (await tx('access_api_keys').insert(key).returning(COLUMNS)) as ApiKeyRow[];
      if (!row) throw new Error('The inserted API key was not returned');
      return row;
    },

    /** False when it was revoked before. */
    async revoke(tx: Tx, id: string, now: Date): Promise<boolean> {
      return (
        (await tx('access_api_keys').where({ id }).whereNull('revokedAt').update({ revokedAt: now })) === 1
      );
    },
  };
}
