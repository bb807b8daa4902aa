/** The row that a statement on a row of this transaction returned: it cannot be gone, for the transaction holds it. */
export function expectRow<T>([row]: readonly T[]): T {
  if (row === undefined) throw new Error('A row that the transaction holds is gone');
  return row;
}
