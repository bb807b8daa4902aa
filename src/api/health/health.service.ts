import type { PlatformFinding, PlatformPart } from '#domain/health/platform-finding.js';
import { createPlatformFindings } from '#operations/health/platform-findings.js';
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

type Deps = Pick<Platform, 'knex' | 'gateway' | 'search' | 'engineWatch' | 'storageWatch'>;

export function createHealthService(deps: Deps) {
  const findings = createPlatformFindings(deps);

  return {
    /** Asks each part. Without the engine reads and plain writes still work, so only the database decides. */
    async ready(): Promise<Readiness> {
      const found = await findings.read();
      const saying = (weight: PlatformFinding['weight']) =>
        found.filter((item) => item.weight === weight).map((item) => item.problem);
      const part = (name: PlatformPart) =>
        found.some((item) => item.part === name) ? ('down' as const) : ('up' as const);
      const reasons = saying('problem');
      const isFilling = found.some(({ kind }) => kind === 'search_filling');
      return {
        status: part('database') === 'down' ? 'unavailable' : reasons.length === 0 ? 'ready' : 'degraded',
        parts: {
          database: part('database'),
          engine: part('engine'),
          search: isFilling ? 'filling' : part('search'),
          storage: part('storage'),
        },
        reasons,
        notices: saying('notice'),
      };
    },
  };
}
