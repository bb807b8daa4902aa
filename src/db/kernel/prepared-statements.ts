import { createHash } from 'node:crypto';

/** Executions after which a statement is worth a name. */
const FREQUENT = 20;
/** A connection keeps each named statement with its plan; beyond this many the memory is worth more than the time. */
const MAX_NAMES = 250;
const MAX_COUNTED = 2_000;

/** Pages of lists: their plan depends on the filters, and those far behind hardly ever come twice. */
const pages = /\boffset \$/i;

/** Searches: their plan depends on what is looked for. */
const searches = /\bi?like\b/i;

/**
 * A value in its own select, for frequent statements: the server cannot look at it when it plans, so that a plan
 * for all values is no worse to it than one for this value, and it keeps that plan instead of planning each time. Behind
 * `any` it is cast once more: a bare select there is a set of rows.
 */
export function hidden(type: 'uuid' | 'text' | 'jsonb' | 'uuid[]' | 'text[]'): string {
  return `(select ?::${type})`;
}

export interface PreparedStatements {
  /**
   * The name under which a connection keeps this statement; undefined while it is not frequent.
   * @param anyPage whether one plan serves every page of the list that it is
   */
  nameOf(sql: string, anyPage?: boolean): string | undefined;
}

/**
 * Decides which statements are prepared: those that a pool sends repeatedly. Planning them takes longer than
 * running them, and a connection plans a named one once. The server itself goes back to planning each time where that
 * is cheaper.
 */
export function createPreparedStatements(): PreparedStatements {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  return {
    nameOf(sql, anyPage = false) {
      const known = names.get(sql);
      if (known || names.size >= MAX_NAMES) return known;
      const count = (counts.get(sql) ?? 0) + 1;
      if (count < FREQUENT || searches.test(sql) || (!anyPage && pages.test(sql))) {
        if (counts.size >= MAX_COUNTED) counts.clear();
        counts.set(sql, count);
        return undefined;
      }
      counts.delete(sql);
      const name = `haat_${createHash('sha256').update(sql).digest('hex').slice(0, 20)}`;
      names.set(sql, name);
      return name;
    },
  };
}

/** A migration changed a table under a statement that was prepared before: that connection cannot run it any more. */
export function isStalePlan(error: unknown): boolean {
  const { code, message = '' } = (error ?? {}) as { code?: string; message?: string };
  return code === '0A000' && message.includes('cached plan must not change result type');
}
