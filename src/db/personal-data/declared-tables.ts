import type { PersonalTable } from '#db/kernel/personal-data.js';
import { personalData } from '#db/personal-data-tables.js';

/** Tables that the SQL of a declaration reads to find the rows. */
function parentsOf({ rows }: PersonalTable): string[] {
  return [...rows.matchAll(/\b(?:from|join) (\w+)/g)].map(([, table]) => table ?? '');
}

/**
 * Every declared table in the order in which erasure goes: a table whose rows are found through another one comes before
 * it, and what ends with the account comes last.
 * @throws Error for tables that are found through each other
 */
export function erasureOrder(declared: readonly PersonalTable[]): PersonalTable[] {
  const ordered: PersonalTable[] = [];
  let left = [...declared];
  while (left.length > 0) {
    const isFree = ({ table }: PersonalTable) =>
      !left.some((other) => other.table !== table && parentsOf(other).includes(table));
    const free = left.filter(isFree);
    if (free.length === 0)
      throw new Error(`Found through each other: ${left.map(({ table }) => table).join(', ')}`);
    ordered.push(...free);
    left = left.filter((table) => !free.includes(table));
  }
  const endsLast = ({ erasure }: PersonalTable) => erasure.kind === 'account';
  return [...ordered.filter((table) => !endsLast(table)), ...ordered.filter(endsLast)];
}

/** All tables with rows about a user, in the order of erasure. */
export const personalTables: readonly PersonalTable[] = erasureOrder(
  personalData.flatMap(({ tables }) => tables),
);

/** Tables that look as if they had such rows, by their reasons. */
export const tablesWithNone: Readonly<Record<string, string>> = Object.assign(
  {},
  ...personalData.map(({ none }) => none ?? {}),
);
