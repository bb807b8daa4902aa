/** Parts of statements over rows with `visible_from` and `visible_until`. */

/** Whether a row is shown now. */
export function isVisible(alias: string): string {
  return `(${alias}.visible_from is null or ${alias}.visible_from <= now())
    and (${alias}.visible_until is null or ${alias}.visible_until > now())`;
}

/** Seconds until a row appears or disappears, the first of all; null where none will. By the clock of the database. */
export function secondsToChange(alias: string): string {
  return `extract(epoch from least(
      min(${alias}.visible_from) filter (where ${alias}.visible_from > now()),
      min(${alias}.visible_until) filter (where ${alias}.visible_until > now())
    ) - now())::float8`;
}
