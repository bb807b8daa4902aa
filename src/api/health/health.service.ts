import type { Platform } from '#operations/platform.js';

export interface Readiness {
  /** `degraded`: requests are served, but flows wait for the engine, or searches fail. */
  status: 'ready' | 'degraded' | 'unavailable';
  parts: Record<'database' | 'engine' | 'search', 'up' | 'down'>;
}

export function createHealthService({
  knex,
  gateway,
  search,
}: Pick<Platform, 'knex' | 'gateway' | 'search'>) {
  return {
    /** Asks each part. Without the engine reads and plain writes still work, so only the database decides. */
    async ready(): Promise<Readiness> {
      const [database, engine, searching] = await Promise.all([
        knex.raw('select 1').then(
          () => true,
          () => false,
        ),
        gateway.probe(),
        search.health().catch(() => false),
      ]);
      const status = !database ? 'unavailable' : engine && searching ? 'ready' : 'degraded';
      const part = (up: boolean) => (up ? 'up' : 'down');
      return { status, parts: { database: part(database), engine: part(engine), search: part(searching) } };
    },
  };
}
