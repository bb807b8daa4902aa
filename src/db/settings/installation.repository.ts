import { boolean } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';

/** Which installation of the platform the database holds, and what is known of its engine. */
export interface Installation {
  id: string;
  /** The namespace that was set up for it; null while none was. */
  engineNamespace: string | null;
  /** The namespace that held its runs before the database was restored to an earlier moment; nothing may run in it. */
  restoredFrom: string | null;
  /** Entities with work left whose event was delivered and that have no run; null while nobody has looked. */
  openFlowsWithoutRun: number | null;
  openFlowsCheckedAt: Date | null;
}

const columns = [
  ...(['id', 'engineNamespace', 'restoredFrom', 'openFlowsWithoutRun', 'openFlowsCheckedAt'] as const),
];

export function createInstallationRepository(knex: Knex) {
  return {
    async read(): Promise<Installation> {
      const row = (await knex('settings_installation').first([...columns])) as Installation | undefined;
      if (!row) throw new Error('The table settings_installation has no row');
      return row;
    },

    /** Notes that the engine is set up for the installation. */
    async recordEngine(namespace: string): Promise<void> {
      await knex('settings_installation').update({
        engineNamespace: namespace,
        openFlowsWithoutRun: null,
        openFlowsCheckedAt: null,
      });
    },

    /** Records that the database was restored: the runs of its namespace know of things that have not happened. */
    async recordRestore(): Promise<void> {
      await knex('settings_installation')
        .whereNotNull('engineNamespace')
        .update({
          restoredFrom: knex.ref('engine_namespace') as never,
          engineNamespace: null,
          openFlowsWithoutRun: null,
          openFlowsCheckedAt: null,
        });
    },

    async recordOpenFlows(withoutRun: number, checkedAt: Date): Promise<void> {
      await knex('settings_installation').update({
        openFlowsWithoutRun: withoutRun,
        openFlowsCheckedAt: checkedAt,
      });
    },

    /** Runs `work` while no other process does; false without it where another one does. */
    async alone(name: string, work: () => Promise<void>): Promise<boolean> {
      return knex.transaction(async (trx) => {
        const rows = await query(trx, { taken: boolean })(
          `select pg_try_advisory_xact_lock(hashtextextended(?, 0)) as taken`,
          [`installation ${name}`],
        );
        if (!rows[0]?.taken) return false;
        await work();
        return true;
      });
    },
  };
}
