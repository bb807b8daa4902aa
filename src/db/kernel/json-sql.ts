/** Parts of statements whose result is the JSON of the response. */

/** An instant as the API writes it. */
export function isoSql(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** A subquery as a JSON array of objects; each column is a member. */
export function jsonRows(select: string): string {
  return `(select coalesce(json_agg(row), '[]') from (${select}) as row)`;
}
