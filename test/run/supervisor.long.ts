import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually } from '../_support/eventually.js';
import { allGone, createInstallation, runningParts, Supervised, type Installation } from './supervised.js';

describe('npm start under fire', () => {
  let installation: Installation;
  const started: Supervised[] = [];

  function start(): Supervised {
    const supervisor = new Supervised(installation);
    started.push(supervisor);
    return supervisor;
  }

  beforeEach(async () => {
    installation = await createInstallation();
  });

  afterEach(async () => {
    for (const supervisor of started.splice(0)) await supervisor.end('SIGINT');
    await allGone(Object.values(runningParts(installation.dataDir)));
    installation.remove();
  });

  async function query(text: string): Promise<unknown[]> {
    const port = installation.env['POSTGRES_PORT'];
    const client = new pg.Client({ connectionString: `postgres://postgres:postgres@127.0.0.1:${port}/haat` });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end();
    }
  }

  test.each(['worker', 'api', 'sandboxes', 'temporal', 'postgres'])(
    'a killed %s comes back by itself',
    async (name) => {
      const supervisor = start();
      await supervisor.says(/Ctrl-C stops everything/);
      const before = runningParts(installation.dataDir)[name];
      if (before === undefined) throw new Error(`${name} does not run`);
      process.kill(before, 'SIGKILL');
      await supervisor.says(new RegExp(`${name} died \\(killed by SIGKILL\\)`));
      await eventually(async () => {
        const now = runningParts(installation.dataDir)[name];
        expect(now).toBeDefined();
        expect(now).not.toBe(before);
      });
      await supervisor.isReady();
    },
  );

  test('a killed supervisor leaves servers that the next one stops; what was committed is there', async () => {
    const first = start();
    await first.says(/Ctrl-C stops everything/);
    await query(`CREATE TABLE kept AS SELECT 42 AS value`);
    const parts = runningParts(installation.dataDir);
    await first.end('SIGKILL');
    const own = ['api', 'worker', 'sandboxes'].map((name) => parts[name] ?? 0);
    await allGone(own);

    const second = start();
    await second.says(/stopped what a killed start had left behind: .*postgres/);
    await second.says(/Ctrl-C stops everything/);
    await allGone(Object.values(parts), 0);
    expect(await query('SELECT value FROM kept')).toEqual([{ value: 42 }]);
  });

  test('a stop in the middle of the start leaves nothing', async () => {
    for (const moment of [/starting Postgres/, /migrate/, /starting sandboxes/]) {
      const supervisor = start();
      await supervisor.says(moment);
      const parts = runningParts(installation.dataDir);
      expect(await supervisor.end('SIGTERM')).toBe(0);
      await allGone([...Object.values(parts), ...Object.values(runningParts(installation.dataDir))], 0);
    }
  });
});
