import { afterEach, expect, test } from '@jest/globals';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from '../faults/harness/random.js';
import { restoreAgainAndAgain, script } from './restored-numbers.js';
import { createInstallation, type Installation } from './supervised.js';

const SEED = Number(process.env['TEST_RESTORE_SEED'] ?? Date.now() % 1_000_000);
/** A start, a load, a restore and another start, twice, on a machine that does much else. */
const TWO_RESTORES_MS = 600_000;

test(
  `restored twice to random moments (TEST_RESTORE_SEED=${SEED}), no number is given twice`,
  async () => {
    const { given, twice, lost } = await restoreAgainAndAgain(2, createRandom(SEED));
    expect(twice).toEqual([]);
    expect(given).toBeGreaterThan(200);
    expect(lost).toBeGreaterThan(0);
  },
  TWO_RESTORES_MS,
);

let installation: Installation | undefined;
const folders: string[] = [];
afterEach(() => {
  installation?.remove();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

test('a backup and a restore refuse in one line what would write over something, or cannot be', async () => {
  installation = await createInstallation();
  const here = installation;
  const folder = mkdtempSync(join(tmpdir(), 'haat-backup-'));
  folders.push(folder);
  const says = async (name: string, ...args: string[]) => {
    const { code, output } = await script(here, name, ...args);
    expect(code).toBe(1);
    // Beside what an older Node is told.
    const lines = output
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('Node '));
    expect(lines).toHaveLength(1);
    return output;
  };
  const at = '2026-11-24T18:00:00.000Z';
  const describeBackup = (fields: object) =>
    writeFileSync(join(folder, 'backup.json'), JSON.stringify({ format: 1, finishedAt: at, ...fields }));

  expect(await says('backup.mjs', '--to', folder)).toMatch(/run it beside `npm start`/);
  expect(await says('restore.mjs')).toMatch(/--from/);
  expect(await says('restore.mjs', '--from', join(folder, 'none'))).toMatch(/There is no folder/);
  expect(await says('restore.mjs', '--from', folder)).toMatch(/is no backup: it has no backup\.json/);
  describeBackup({ kind: 'cluster' });
  const from = ['--from', folder];
  expect(await says('restore.mjs', ...from, '--until', 'noon')).toMatch(/--until must be an instant/);
  expect(await says('restore.mjs', ...from, '--until', '2026-11-24T17:00:00Z')).toMatch(
    /This backup begins at/,
  );
  expect(await says('restore.mjs', ...from, '--until', '2999-01-01T00:00:00Z')).toMatch(/not over yet/);
  const cluster = join(here.dataDir, 'postgres');
  mkdirSync(cluster);
  writeFileSync(join(cluster, 'PG_VERSION'), '18\n');
  expect(await says('restore.mjs', ...from)).toMatch(/has a database: --replace moves it aside/);
  describeBackup({ kind: 'dump' });
  expect(await says('restore.mjs', ...from, '--until', at)).toMatch(/A dump has one moment/);
  expect(existsSync(join(cluster, 'PG_VERSION'))).toBe(true);
});
