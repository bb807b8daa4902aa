/** The list with one entry at another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list];
  const [entry] = next.splice(from, 1);
  if (entry !== undefined) next.splice(to, 0, entry);
  return next;
}

interface Placed {
  id: string;
  sortOrder: number;
}

const STEP = 10;
const LEAST = -1_000_000;

/**
 * The sort orders to save so that `rows` stand in their order with one of them moved: of rows that change places, and of
 * others only where several share a sort order. Rows below stay as they are, so that those of a later page stay behind.
 * @param least what the API takes; above it there is room only below
 */
export function sortOrdersAfterMove(
  rows: readonly Placed[],
  from: number,
  to: number,
  least = LEAST,
): Placed[] {
  const [top, end] = [Math.min(from, to), Math.max(from, to) + 1];
  const ordered = moved(rows, from, to);
  const values = rows.slice(top, end).map(({ sortOrder }) => sortOrder);
  const next = ordered.map(({ sortOrder }) => sortOrder);
  if (values.every((value, index) => index === 0 || value > (values[index - 1] ?? 0)))
    next.splice(top, values.length, ...values);
  else {
    for (let index = end - 2; index >= 0; index -= 1) {
      const below = next[index + 1] ?? 0;
      if ((next[index] ?? 0) >= below) next[index] = below - STEP;
    }
    if ((next[0] ?? 0) < least) ordered.forEach((_, index) => (next[index] = least + index * STEP));
  }
  return ordered.flatMap(({ id, sortOrder }, index) => {
    const value = next[index] ?? sortOrder;
    return value === sortOrder ? [] : [{ id, sortOrder: value }];
  });
}
