import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setInterval } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '../_support/eventually.js';
import { createInstallation, type Installation, Supervised } from './supervised.js';

const MINUTE_MS = 60_000;
/** Orders of the demo data expire, runs are compared with the engine twice, labels and AWBs come. */
const ALONE_MS = 15 * MINUTE_MS;
const EVERY_MS = 15_000;

interface Kind {
  kind: string;
  newest: { reason: string | null }[];
  unread: string | null;
}

const administrator = { email: 'admin@example.com', password: 'a long enough password' };

let installation: Installation;
let supervised: Supervised;

beforeEach(async () => {
  installation = await createInstallation();
  Object.assign(installation.env, {
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
  });
});
afterEach(async () => {
  await supervised.end('SIGINT');
  installation.remove();
}, MINUTE_MS);

test(
  'a fresh platform that is left alone for fifteen minutes is well: doctor, health, the first page and the terminal say nothing of it',
  async () => {
    supervised = new Supervised(installation);
    await supervised.says(/Ctrl-C stops everything/, 5 * MINUTE_MS);
    const started = supervised.text.length;
    const base = `http://127.0.0.1:${installation.env['PORT']}`;
    const read = async <T>(path: string, init: RequestInit = {}) => {
      const response = await fetch(`${base}${path}`, init);
      expect([path, response.status]).toEqual([path, 200]);
      return (await response.json()) as T;
    };
    const health = () => read<{ reasons: string[]; notices: string[] }>('/health/ready');
    // The index of a first start is filled for a minute or two.
    await eventually(async () => expect((await health()).reasons).toEqual([]), 5 * MINUTE_MS);
    // The terminal looks every ten seconds: what it said of the start has ended there as well.
    await eventually(() => {
      const last = supervised.text.slice(started).trim().split('\n').at(-1);
      expect(last).toMatch(/^$|all parts work again/);
      return Promise.resolve();
    }, MINUTE_MS);
    const printed = supervised.text.length;

    const { token } = await read<{ token: string }>('/auth/sign-in/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(administrator),
    });
    const said: string[] = [];
    const end = Date.now() + ALONE_MS;
    const looks = setInterval(EVERY_MS);
    while (Date.now() < end) {
      await looks.next();
      const { reasons, notices } = await health();
      said.push(...reasons, ...notices);
      const headers = { authorization: `Bearer ${token}` };
      const { data } = await read<{ data: { kinds: Kind[] } }>('/admin/attention', { headers });
      for (const { kind, newest, unread } of data.kinds)
        if (kind === 'platform' || unread !== null)
          said.push(`${kind}: ${unread ?? newest.map(({ reason }) => reason).join('; ')}`);
    }
    expect([...new Set(said)]).toEqual([]);
    expect(supervised.text.slice(printed).trim()).toBe('');

    const doctor = await promisify(execFile)(process.execPath, ['scripts/run.mjs', 'doctor', '--json'], {
      env: installation.env,
    }).catch((error: unknown) => error as { stdout: string });
    const { findings } = JSON.parse(doctor.stdout.trim().split('\n').at(-1) ?? '{}') as {
      findings: object[];
    };
    expect(findings).toEqual([]);

    for (const name of ['worker', 'api']) {
      const lines = readFileSync(join(installation.dataDir, 'logs', `${name}.log`), 'utf8').split('\n');
      expect(lines.filter((line) => line !== '' && !line.startsWith('{'))).toEqual([]);
    }
  },
  ALONE_MS + 15 * MINUTE_MS,
);
