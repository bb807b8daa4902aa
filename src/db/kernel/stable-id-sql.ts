/**
 * An id that is made of what it stands for, the same however often it is made: a UUID of version 8. For rows that are
 * written by one statement for many sources.
 * @param parts SQL of texts, separated by commas
 */
export function stableIdSql(parts: string): string {
  const hash = `md5(concat_ws(':', ${parts}))`;
  return `overlay(overlay(${hash} placing '8' from 13) placing '8' from 17)::uuid`;
}
