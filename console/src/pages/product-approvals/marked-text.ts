/** A piece of two texts: in both, only in the one before, or only in the one after. */
export interface Piece {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Beyond this product of their words two texts are compared by their beginning and end alone. */
const MAX_CELLS = 1_000_000;

/** What differs between two texts, word by word; the pieces of `before` and `after` are whole, in their order. */
export function markedText(before: string, after: string): Piece[] {
  const [old, next] = [wordsOf(before), wordsOf(after)];
  const start = commonStart(old, next);
  const end = commonStart(old.slice(start).reverse(), next.slice(start).reverse());
  const [oldMiddle, nextMiddle] = [old.slice(start, old.length - end), next.slice(start, next.length - end)];
  return joined([
    { kind: 'same', text: old.slice(0, start).join('') },
    ...middlePieces(oldMiddle, nextMiddle),
    { kind: 'same', text: old.slice(old.length - end).join('') },
  ]);
}

/** Words with the space that follows them. */
const wordsOf = (text: string): string[] => text.match(/<[^>]*>|[^\s<]+\s*|\s+|</g) ?? [];

function commonStart(first: readonly string[], second: readonly string[]): number {
  let length = 0;
  while (length < first.length && length < second.length && first[length] === second[length]) length += 1;
  return length;
}

function middlePieces(old: readonly string[], next: readonly string[]): Piece[] {
  if (old.length * next.length > MAX_CELLS)
    return [
      { kind: 'removed', text: old.join('') },
      { kind: 'added', text: next.join('') },
    ];
  const lengths = commonLengths(old, next);
  const pieces: Piece[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < next.length) {
    if (i < old.length && j < next.length && old[i] === next[j]) {
      pieces.push({ kind: 'same', text: old[i] ?? '' });
      i += 1;
      j += 1;
    } else if (i < old.length && (lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0)) {
      pieces.push({ kind: 'removed', text: old[i] ?? '' });
      i += 1;
    } else {
      pieces.push({ kind: 'added', text: next[j] ?? '' });
      j += 1;
    }
  }
  return pieces;
}

/** The length of the longest common sequence of what follows `i` and `j`. */
function commonLengths(old: readonly string[], next: readonly string[]): Uint32Array[] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint32Array(next.length + 1));
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = next.length - 1; j >= 0; j -= 1) {
      const row = lengths[i] as Uint32Array;
      const below = lengths[i + 1] as Uint32Array;
      row[j] = old[i] === next[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  return lengths;
}

/** Neighbours of one kind are one piece. */
function joined(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (piece.text === '') continue;
    if (last?.kind === piece.kind) last.text += piece.text;
    else result.push({ ...piece });
  }
  return result;
}
