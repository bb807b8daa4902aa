import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { attentionKinds } from '#db/attention-kinds.js';
import { newId } from '#lib/ids.js';
import { afterAll, beforeAll, describe, test } from '@jest/globals';
import { eventually } from '../_support/eventually.js';
import { createInstallation, type Installation, runningParts, Supervised } from '../run/supervised.js';

/** A fault is on the first page of the administrators so soon, from its beginning or from the end of its waiting time. */
const SHOWN_MS = 30_000;
/** For so long a process may be silent. */
const LOST_MS = 20_000;
/** And gone so soon after its end. */
const GONE_MS = 60_000;
/** A first start builds, loads the demo data and fills the index. */
const START_MS = 900_000;

interface Fault {
  /** What the first page says, as a pattern of its text. */
  shows: RegExp;
  /** What it waits for before it is one: a process that is silent for a moment is not lost. */
  waitsMs?: number;
  begin: () => Promise<void>;
  end: () => Promise<void>;
}

const administrator = { email: 'admin@example.com', password: 'a long enough password' };

let installation: Installation;
let supervised: Supervised;
let token: string;

const api = (path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${installation.env['PORT']}${path}`, {
    ...init,
    signal: AbortSignal.timeout(10_000),
  });

/** All that the first page says of the platform itself, as text; what it answers where it cannot be read. */
async function page(): Promise<string> {
  const response = await api('/admin/attention', { headers: { authorization: `Bearer ${token}` } }).catch(
    (error: unknown) => error as Error,
  );
  if (response instanceof Error) return `unreachable: ${response.message}`;
  const { data } = (await response.json()) as {
    data: { kinds: { kind: string; newest: { reason: string | null }[]; unread: string | null }[] } | null;
  };
  const kinds = data?.kinds.filter(({ kind, unread }) => kind === 'platform' || unread !== null) ?? [];
  return `${response.status} ${kinds.flatMap(({ kind, newest, unread }) => [`${kind} ${unread ?? ''}`, ...newest.map(({ reason }) => reason)]).join('; ')}`;
}

/** Waits until the first page says so. @throws with what it says instead */
async function within(ms: number, holds: (text: string) => boolean): Promise<void> {
  await eventually(async () => {
    const text = await page();
    if (!holds(text)) throw new Error(`the first page says: ${text}`);
  }, ms);
}

/** Freezes a part, and lets it go on. */
function frozen(part: string, shows: RegExp, waitsMs?: number): Fault {
  const signal = (name: NodeJS.Signals) => {
    const pid = runningParts(installation.dataDir)[part];
    if (pid === undefined) throw new Error(`${part} does not run`);
    process.kill(pid, name);
    return Promise.resolve();
  };
  return { shows, waitsMs, begin: () => signal('SIGSTOP'), end: () => signal('SIGCONT') };
}

let session: pg.Client;

/** A table that somebody holds. */
const locked = (table: string, shows: RegExp): Fault => ({
  shows,
  begin: async () => {
    await session.query('begin');
    await session.query(`lock table ${table} in access exclusive mode`);
  },
  end: async () => {
    await session.query('rollback');
  },
});

/** A worker of another machine, with a role that no worker here has, ends without a word. */
function lostWorker(shows: RegExp): Fault {
  const id = newId();
  return {
    shows,
    begin: async () => {
      await session.query(
        `insert into health_processes (id, name, roles, findings, seen_at)
         values ($1, 'worker', '{fault}', '[]', now() - interval '${LOST_MS / 1_000} seconds')`,
        [id],
      );
    },
    end: async () => {
      await session.query('delete from health_processes where id = $1', [id]);
    },
  };
}

/** A file stands where the folder of the storage was. */
function blockedStorage(shows: RegExp): Fault {
  const folder = join(installation.dataDir, 'storage');
  return {
    shows,
    begin: async () => {
      await rename(folder, `${folder}.away`);
      await writeFile(folder, '');
    },
    end: async () => {
      await rm(folder);
      await rename(`${folder}.away`, folder);
    },
  };
}

beforeAll(async () => {
  installation = await createInstallation();
  Object.assign(installation.env, {
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
  });
  supervised = new Supervised(installation);
  await supervised.says(/Ctrl-C stops everything/, START_MS);
  const response = await api('/auth/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(administrator),
  });
  ({ token } = (await response.json()) as { token: string });
  const port = installation.env['POSTGRES_PORT'];
  session = new pg.Client({ connectionString: `postgres://postgres:postgres@127.0.0.1:${port}/haat` });
  await session.connect();
  // The index of a first start is filled for a minute or two.
  await within(START_MS, (text) => text === '200 ');
}, START_MS);
afterAll(async () => {
  await session.end();
  await supervised.end('SIGINT');
  installation.remove();
}, GONE_MS);

describe('a fault is on the first page within 30 s, and gone 60 s after its end', () => {
  const faults: [string, () => Fault][] = [
    ['a worker that hangs', () => frozen('worker', /No worker has reported/, LOST_MS)],
    ['an engine that hangs', () => frozen('temporal', /workflow engine cannot be reached/)],
    ['a worker that is lost', () => lostWorker(/No worker of the role `fault` has reported/)],
    ['a storage that cannot be written', () => blockedStorage(/The file storage cannot be written/)],
    ...[
      ['mail_queue_state', /state of the mail queue could not be read/],
      ['outbox_deliveries', /deliveries of events could not be read/],
      ['settings_installation', /open flows could not be read/],
      ['health_processes', /reports of the processes could not be read/],
    ].map(([table, shows]): [string, () => Fault] => [
      `a locked table ${String(table)}`,
      () => locked(String(table), shows as RegExp),
    ]),
    ...attentionKinds.map(({ kind, sql }): [string, () => Fault] => {
      const table = /\bfrom ([a-z_]+)/.exec(sql)?.[1] ?? '';
      // Without it nobody knows who is signed in: it says whether their second factor is due.
      if (table === 'settings_values')
        return [`a locked table ${table}, which sessions read`, () => locked(table, /^503/)];
      return [
        `a locked table ${table}, which ${kind} reads`,
        () => locked(table, new RegExp(`\\b${kind} could not be read`)),
      ];
    }),
  ];

  test.each(faults)(
    '%s',
    async (_name, make) => {
      await within(GONE_MS, (text) => text === '200 ');
      const { shows, begin, end, waitsMs = 0 } = make();
      await begin();
      try {
        await within(waitsMs + SHOWN_MS, (text) => shows.test(text));
      } finally {
        await end();
      }
      await within(GONE_MS, (text) => text === '200 ');
    },
    LOST_MS + SHOWN_MS + 2 * GONE_MS,
  );
});
