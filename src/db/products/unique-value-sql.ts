/** What no two live products share of an assignment: as `uniqueValueOf` of the rules says it. */
export const uniqueValueSql = (assignment: string): string =>
  `coalesce(${assignment}.value_id::text, lower(normalize(${assignment}.canonical) collate "pg_c_utf8"))`;
