import { type Notices, readNotices } from '#db/events/notices.query.js';
import { isDatabaseFull } from '#lib/full-disk.js';
import { SearchUnavailable } from '#integrations/search/search-engine.js';
import { createIndexFilling } from '#operations/search/index-filling.js';
import type { Platform } from '#operations/platform.js';

/** `filling`: searches respond with 503 until the index is complete. */
type SearchState = 'up' | 'filling' | 'down';

export interface Readiness {
  /** `degraded`: requests are served, but flows wait for the engine, searches fail, or files cannot be stored. */
  status: 'ready' | 'degraded' | 'unavailable';
  parts: Record<'database' | 'engine' | 'storage', 'up' | 'down'> & { search: SearchState };
  /** What is wrong, and what to do about it. */
  reasons: string[];
  /** What to look at although everything works. */
  notices: string[];
}

/** However often health is asked for, the tables are read at most this often. */
const FRESH_MS = 5_000;
/** For so long a delivery may be due, and the mail queue pause, before an alert is raised. */
const LATE_SECONDS = 300;

type Deps = Pick<Platform, 'knex' | 'gateway' | 'search' | 'engineWatch' | 'storageWatch'>;

export function createHealthService({ knex, gateway, search, engineWatch, storageWatch }: Deps) {
  const index = createIndexFilling({ knex, search });
  let read: { at: number; notices: Promise<Notices | undefined> } | undefined;

  function noticesNow(): Promise<Notices | undefined> {
    if (!read || performance.now() - read.at >= FRESH_MS)
      read = { at: performance.now(), notices: readNotices(knex).catch(() => undefined) };
    return read.notices;
  }

  async function searchNow(): Promise<{ state: SearchState; reason?: string }> {
    try {
      if (!(await search.health())) return { state: 'down', reason: 'The search engine is not well' };
      const filling = await index.filling();
      if (!filling) return { state: 'up' };
      const { indexed, total } = filling;
      const progress = total === undefined ? '' : ` (${indexed} of ${total} products)`;
      return {
        state: 'filling',
        reason: `The search index is being filled${progress}: searches respond with 503 until it is complete`,
      };
    } catch (error) {
      const reason =
        error instanceof SearchUnavailable ? error.message : 'The search engine cannot be reached';
      return { state: 'down', reason };
    }
  }

  return {
    /** Asks each part. Without the engine reads and plain writes still work, so only the database decides. */
    async ready(): Promise<Readiness> {
      const [database, engine, searching, found] = await Promise.all([
        knex.raw('select 1').then(
          () => true,
          () => false,
        ),
        gateway.probe(),
        searchNow(),
        noticesNow(),
      ]);
      const storage = storageWatch.problem();
      const withoutRun = found?.openFlowsWithoutRun ?? 0;
      const reasons = [
        ...(database ? [] : ['The database cannot be reached']),
        ...(engine ? [] : [engineWatch.problem() ?? 'The workflow engine cannot be reached: flows wait']),
        ...(searching.reason === undefined ? [] : [searching.reason]),
        ...(storage === undefined ? [] : [storage]),
        // That of the file storage is looked at by its watch.
        ...(isDatabaseFull() ? ['The disk of the database is full: writes are refused'] : []),
        ...(withoutRun > 0 ? [`${withoutRun} open flows have no run: run \`redeliver\``] : []),
      ];
      const status = !database ? 'unavailable' : reasons.length === 0 ? 'ready' : 'degraded';
      const part = (up: boolean) => (up ? ('up' as const) : ('down' as const));
      return {
        status,
        parts: {
          database: part(database),
          engine: part(engine),
          search: searching.state,
          storage: part(storage === undefined),
        },
        reasons,
        notices: found ? noticesOf(found) : [],
      };
    },
  };
}

function noticesOf({ oldestDueSeconds, parkedDeliveries, mailPausedSeconds }: Notices): string[] {
  const minutes = (seconds: number) => `${Math.floor(seconds / 60)} minutes`;
  return [
    ...(oldestDueSeconds >= LATE_SECONDS
      ? [
          `An event has been due for ${minutes(oldestDueSeconds)}: the relay, the engine or a subscription is stuck`,
        ]
      : []),
    ...(parkedDeliveries > 0
      ? [`${parkedDeliveries} deliveries are parked: see /admin/event-deliveries`]
      : []),
    ...(mailPausedSeconds >= LATE_SECONDS
      ? [`The mail queue has paused for ${minutes(mailPausedSeconds)}: see /admin/email/status`]
      : []),
  ];
}
