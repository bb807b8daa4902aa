import type { Platform } from '#operations/platform.js';

export interface Readiness {
  /** `degraded`: requests are served, but flows wait for the part that is down. */
  status: 'ready' | 'degraded' | 'unavailable';
  parts: Record<'database' | 'engine', 'up' | 'down'>;
}

export function createHealthService({ knex, gateway }: Pick<Platform, 'knex' | 'gateway'>) {
  return {
    /** Asks each part. Without the engine reads and plain writes still work, so only the database decides. */
    async ready(): Promise<Readiness> {
      const [database, engine] = await Promise.all([
        knex.raw('select 1').then(
          () => true,
          () => false,
        ),
        gateway.probe(),
      ]);
      const status = !database ? 'unavailable' : engine ? 'ready' : 'degraded';
      return { status, parts: { database: database ? 'up' : 'down', engine: engine ? 'up' : 'down' } };
    },
  };
}
