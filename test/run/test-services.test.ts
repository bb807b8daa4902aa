import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Connection } from '@temporalio/client';
import pg from 'pg';
import { createTestDatabase, provided, type TestDatabase } from '../_support/database.js';
import { takeNamespace } from '../_support/namespaces.js';

describe('what npm test provides', () => {
  let databases: TestDatabase[] = [];

  beforeAll(async () => {
    databases = await Promise.all([createTestDatabase(), createTestDatabase(), createTestDatabase()]);
  });

  afterAll(async () => {
    await Promise.all(databases.map((database) => database.drop()));
  });

  test('databases are apart from each other', async () => {
    const [first, second] = databases.map(({ url }) => new pg.Client({ connectionString: url }));
    if (!first || !second) throw new Error('two databases were expected');
    await Promise.all([first.connect(), second.connect()]);
    await first.query('CREATE TABLE only_here (id int)');
    const seen = await second.query(`SELECT to_regclass('only_here') AS found`);
    expect(seen.rows).toEqual([{ found: null }]);
    const { rows } = await first.query(`SELECT uuidv7() IS NOT NULL AS ids, current_setting('jit') AS jit`);
    expect(rows).toEqual([{ ids: true, jit: 'off' }]);
    await Promise.all([first.end(), second.end()]);
  });

  test('a dropped database is gone even while somebody is connected', async () => {
    const database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.url });
    client.on('error', () => undefined); // the server ends this connection
    await client.connect();
    await database.drop();
    await expect(new pg.Client({ connectionString: database.url }).connect()).rejects.toThrow(
      /does not exist/,
    );
    await client.end().catch(() => undefined);
  });

  test('namespaces are different each time, exist, and know the search attributes', async () => {
    const names = await Promise.all([takeNamespace(), takeNamespace(), takeNamespace()]);
    expect(new Set(names).size).toBe(3);
    const connection = await Connection.connect({ address: provided('TEST_TEMPORAL_ADDRESS') });
    try {
      const [namespace] = names;
      const described = await connection.workflowService.describeNamespace({ namespace });
      expect(described.namespaceInfo?.name).toBe(namespace);
      const listed = await connection.operatorService.listSearchAttributes({ namespace });
      expect(Object.keys(listed.customAttributes ?? {})).toEqual(
        expect.arrayContaining(['OrderId', 'VendorId', 'ProductId', 'CustomerId']),
      );
    } finally {
      await connection.close();
    }
  });
});
