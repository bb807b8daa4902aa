import pg from 'pg';
import { afterAll, beforeAll, describe, test } from '@jest/globals';
import { eventually } from '../_support/eventually.js';
import { createInstallation, type Installation, runningParts, Supervised } from '../run/supervised.js';

/** A fault is on the first page of the administrators so soon, from its beginning or from the end of its waiting time. */
const SHOWN_MS = 30_000;
/** And gone so soon after its end. */
const GONE_MS = 60_000;
/** A first start builds, loads the demo data and fills the index. */
const START_MS = 900_000;

interface Fault {
  /** What the first page says, as a pattern of its text. */
  shows: RegExp;
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
function frozen(part: string, shows: RegExp): Fault {
  const signal = (name: NodeJS.Signals) => {
    const pid = runningParts(installation.dataDir)[part];
    if (pid === undefined) throw new Error(`${part} does not run`);
    process.kill(pid, name);
    return Promise.resolve();
  };
  return { shows, begin: () => signal('SIGSTOP'), end: () => signal('SIGCONT') };
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
    ['a worker that hangs', () => frozen('worker', /No worker has reported/)],
    ['an engine that hangs', () => frozen('temporal', /workflow engine cannot be reached/)],
    ...[
      ['mail_messages', /unclearMails could not be read/],
      ['outbox_deliveries', /parkedDeliveries could not be read|deliveries of events could not be read/],
      ['mail_queue_state', /state of the mail queue could not be read/],
      ['settings_installation', /open flows could not be read/],
      ['health_processes', /reports of the processes could not be read/],
      ['payments_refunds', /Refunds? could not be read/i],
      ['shipping_shipments', /hipments\w* could not be read/],
      ['invoices', /nvoices\w* could not be read/],
      ['payouts', /ayouts\w* could not be read/],
      ['returns_requests', /eturns?\w* could not be read/],
      ['reviews', /eviews\w* could not be read/],
      ['vendors_applications', /pplications could not be read/],
      ['product_imports', /mports could not be read/],
      ['reports_exports', /xports could not be read/],
      ['feeds_items', /feed\w* could not be read/i],
    ].map(([table, shows]): [string, () => Fault] => [
      `a locked table ${String(table)}`,
      () => locked(String(table), shows as RegExp),
    ]),
  ];

  test.each(faults)(
    '%s',
    async (_name, make) => {
      await within(GONE_MS, (text) => text === '200 ');
      const { shows, begin, end } = make();
      await begin();
      try {
        await within(SHOWN_MS, (text) => shows.test(text));
      } finally {
        await end();
      }
      await within(GONE_MS, (text) => text === '200 ');
    },
    SHOWN_MS + 2 * GONE_MS,
  );
});
