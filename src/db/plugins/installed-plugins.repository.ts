import { integer, text, texts } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';

/** What a plugin may leave work of. */
export interface PluginParts {
  name: string;
  /** Names of workflows. */
  workflows: readonly string[];
  /** Names of subscriptions. */
  subscriptions: readonly string[];
}

/** Of events that no process delivers any more: those of one subscription that wait. */
export interface WaitingDeliveries {
  subscription: string;
  count: number;
}

const waiting = `state in ('due', 'parked') and subscription = any(?::text[])`;

/** The parts of plugins that were ever registered here, and what is not yet delivered to them. */
export function createInstalledPluginsRepository() {
  return {
    async list(reader: Reader): Promise<PluginParts[]> {
      return query(reader, { name: text, workflows: texts, subscriptions: texts })(
        `select name, workflows, subscriptions from plugins_installed order by name`,
      );
    },

    /** Adds the parts of this version to those of earlier ones, whose work may not be done. */
    async addParts(tx: Tx, { name, workflows, subscriptions }: PluginParts): Promise<void> {
      await tx.raw(
        `update plugins_installed set
           workflows = array(select distinct unnest(workflows || ?::text[]) order by 1),
           subscriptions = array(select distinct unnest(subscriptions || ?::text[]) order by 1)
         where name = ?`,
        [[...workflows], [...subscriptions], name],
      );
    },

    /** Takes parts out of which no work is left. */
    async removeParts(tx: Tx, { name, workflows, subscriptions }: PluginParts): Promise<void> {
      await tx.raw(
        `update plugins_installed set
           workflows = array(select unnest(workflows) except select unnest(?::text[]) order by 1),
           subscriptions = array(select unnest(subscriptions) except select unnest(?::text[]) order by 1)
         where name = ?`,
        [[...workflows], [...subscriptions], name],
      );
    },

    async waiting(reader: Reader, subscriptions: readonly string[]): Promise<WaitingDeliveries[]> {
      if (subscriptions.length === 0) return [];
      return query(reader, { subscription: text, count: integer })(
        `select subscription, count(*)::integer as count from outbox_deliveries where ${waiting}
         group by subscription order by subscription`,
        [[...subscriptions]],
      );
    },
  };
}
