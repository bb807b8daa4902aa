/** The sum of one figure over many rows. */
export function sumOf<T>(rows: readonly T[], figure: (row: T) => number): number {
  return rows.reduce((total, row) => total + figure(row), 0);
}
