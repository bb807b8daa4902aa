import { setTimeout as sleep } from 'node:timers/promises';

const EVERY_MS = 20;

/**
 * Looks every 20 ms who waits for a lock, until `end` is called.
 * @returns {{ end(): Promise<{ waiting: number, on: string }> }} `waiting`: sessions at a time on average; `on`: what most of them
 *   wait for, and in which statement
 */
export function watchLocks(stand) {
  let looks = 0;
  let seen = 0;
  let stopped = false;
  const events = new Map();
  async function watch() {
    while (!stopped) {
      const rows = await stand.query(
        `select wait_event, left(regexp_replace(query, '\\s+', ' ', 'g'), 60) as query from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`,
      );
      looks += 1;
      seen += rows.length;
      for (const { wait_event: event, query } of rows) {
        const key = `${event}: ${query}`;
        events.set(key, (events.get(key) ?? 0) + 1);
      }
      await sleep(EVERY_MS);
    }
  }
  const watching = watch();
  return {
    async end() {
      stopped = true;
      await watching;
      const [on = ['nothing', 0]] = [...events].sort((a, b) => b[1] - a[1]);
      return { waiting: Math.round((seen / Math.max(looks, 1)) * 100) / 100, on: on[0] };
    },
  };
}
