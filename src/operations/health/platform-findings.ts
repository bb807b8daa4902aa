import { type Notice, noticeKinds, readNotice } from '#db/events/notices.query.js';
import { createProcessesRepository } from '#db/health/processes.repository.js';
import type { PlatformFinding } from '#domain/health/platform-finding.js';
import { SearchUnavailable } from '#integrations/search/search-engine.js';
import type { Platform } from '#operations/platform.js';
import { createIndexFilling } from '#operations/search/index-filling.js';
import { localFindings } from './local-findings.js';

/** However often it is asked for, the tables are read at most this often. */
const FRESH_MS = 5_000;
/** For so long a delivery may be due, and the mail queue pause, before somebody should look. */
const LATE_SECONDS = 300;
/** A worker that starts with the API reports later than it does. */
const STARTING_MS = 30_000;

type Deps = Pick<Platform, 'knex' | 'gateway' | 'search' | 'engineWatch' | 'storageWatch'>;

const problem = (kind: string, text: string, more: Partial<PlatformFinding> = {}): PlatformFinding => ({
  kind,
  problem: text,
  weight: 'problem',
  link: '/health/ready',
  ...more,
});

/**
 * The one list of what is not well with the platform itself: health, the administrators' first page, the terminal and `doctor`
 * show it. Each finding is read on its own, and one that cannot be read is a finding.
 */
export function createPlatformFindings(deps: Deps) {
  const { knex, gateway, search, engineWatch } = deps;
  const index = createIndexFilling({ knex, search });
  const processes = createProcessesRepository(knex);
  const startedAt = performance.now();
  let cached: { at: number; read: Promise<PlatformFinding[]> } | undefined;

  async function database(): Promise<PlatformFinding[]> {
    return knex.raw('select 1').then(
      () => [],
      () => [problem('database', 'The database cannot be reached', { part: 'database' })],
    );
  }

  async function engine(): Promise<PlatformFinding[]> {
    if (await gateway.probe()) return [];
    const text = engineWatch.problem() ?? 'The workflow engine cannot be reached: flows wait';
    return [problem('engine', text, { part: 'engine', link: '/admin/jobs' })];
  }

  async function searching(): Promise<PlatformFinding[]> {
    const found = (text: string) => [
      problem('search', text, { part: 'search', link: '/admin/search/index' }),
    ];
    try {
      if (!(await search.health())) return found('The search engine is not well');
      const filling = await index.filling();
      if (!filling) return [];
      const { indexed, total } = filling;
      const progress = total === undefined ? '' : ` (${indexed} of ${total} products)`;
      const text = `The search index is being filled${progress}: searches respond with 503 until it is complete`;
      return [problem('search_filling', text, { part: 'search', link: '/admin/search/index' })];
    } catch (error) {
      return found(
        error instanceof SearchUnavailable ? error.message : 'The search engine cannot be reached',
      );
    }
  }

  async function reported(): Promise<PlatformFinding[]> {
    const { findings, missing, withoutWorkerSeconds } = await processes.read();
    if (performance.now() - startedAt < STARTING_MS) return findings;
    if (withoutWorkerSeconds !== null)
      return [
        ...findings,
        problem(
          'workers',
          `No worker has reported for ${withoutWorkerSeconds} seconds: flows, mails and documents wait`,
        ),
      ];
    return [
      ...findings,
      ...missing.map(({ role, seconds }) =>
        problem(
          `worker:${role}`,
          `No worker of the role \`${role}\` has reported for ${seconds} seconds: start one`,
        ),
      ),
    ];
  }

  const onItsOwn = async (
    what: string,
    read: () => Promise<PlatformFinding[]>,
  ): Promise<PlatformFinding[]> => {
    try {
      return await read();
    } catch (error) {
      const reason = (error as Error).message.split(' - ').at(-1) ?? '';
      return [problem(`unread:${what}`, `${what} could not be read (${reason})`)];
    }
  };

  /** One after the other: all at once they would take a good part of the pool. */
  async function readTables(): Promise<PlatformFinding[]> {
    const found = await onItsOwn('The reports of the processes', reported);
    for (const kind of noticeKinds)
      found.push(
        ...(await onItsOwn(titles[kind], async () => findingOf[kind](await readNotice(knex, kind)))),
      );
    return found;
  }

  async function tables(): Promise<PlatformFinding[]> {
    const now = performance.now();
    if (!cached || now - cached.at >= FRESH_MS) cached = { at: now, read: readTables() };
    return cached.read;
  }

  return {
    /** What is not well: parts as they are now, tables as they were at most five seconds ago. */
    async read(): Promise<PlatformFinding[]> {
      const [down, ...others] = await Promise.all([database(), engine(), searching()]);
      // Whatever else would be said of a database that is away says the same.
      const found = down.length > 0 ? [] : await tables();
      const all = [...down, ...others.flat(), ...localFindings(deps), ...found];
      // Several processes may say the same.
      return [...new Map(all.map((item) => [item.kind, item])).values()];
    },
  };
}

export type PlatformFindings = ReturnType<typeof createPlatformFindings>;

const titles: Record<Notice, string> = {
  oldestDueSeconds: 'The deliveries of events',
  parkedDeliveries: 'The parked deliveries of events',
  mailPausedSeconds: 'The state of the mail queue',
  openFlowsWithoutRun: 'The open flows',
};

const minutes = (seconds: number) => `${Math.floor(seconds / 60)} minutes`;

const findingOf: Record<Notice, (value: number) => PlatformFinding[]> = {
  oldestDueSeconds: (seconds) =>
    seconds < LATE_SECONDS
      ? []
      : [
          {
            kind: 'late_deliveries',
            problem: `An event has been due for ${minutes(seconds)}: the relay, the engine or a subscription is stuck`,
            weight: 'notice',
            link: '/admin/event-deliveries',
          },
        ],
  parkedDeliveries: (count) =>
    count === 0
      ? []
      : [
          {
            kind: 'parked_deliveries',
            problem: `${count} deliveries are parked: see /admin/event-deliveries`,
            weight: 'notice',
            link: '/admin/event-deliveries?filters[]=state:eq:parked',
            attention: 'parkedDeliveries',
          },
        ],
  mailPausedSeconds: (seconds) =>
    seconds < LATE_SECONDS
      ? []
      : [
          {
            kind: 'mail_paused',
            problem: `The mail queue has paused for ${minutes(seconds)}: see /admin/email/status`,
            weight: 'notice',
            link: '/admin/email/status',
          },
        ],
  openFlowsWithoutRun: (count) =>
    count === 0
      ? []
      : [
          problem('open_flows', `${count} open flows have no run: run \`redeliver\``, {
            link: '/admin/jobs',
          }),
        ],
};
