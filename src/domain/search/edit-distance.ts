/** Typos that a word of this length may have: one from 4 letters, two from 8. */
export function allowedTypos(length: number): number {
  return length < 4 ? 0 : length < 8 ? 1 : 2;
}

/**
 * The typos between two words: letters added, left out, replaced, and neighbours swapped (optimal string alignment).
 * `most` + 1 where there are more.
 */
export function editDistance(a: string, b: string, most: number): number {
  const [from, to] = [[...a], [...b]];
  if (Math.abs(from.length - to.length) > most) return most + 1;
  let before: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, n) => n);
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const same = from[i - 1] === to[j - 1];
      let least = Math.min(
        (previous[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (previous[j - 1] ?? 0) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    if (Math.min(...row) > most) return most + 1;
    before = previous;
    previous = row;
  }
  return Math.min(previous[to.length] ?? 0, most + 1);
}

/** Letters in which words of a script are written, for trying every word that is one typo away. */
function alphabetOf(word: string): string[] {
  if (/^[a-z0-9]+$/.test(word)) return [...'abcdefghijklmnopqrstuvwxyz0123456789'];
  const block = (word.codePointAt(0) ?? 0) & ~0x7f;
  return Array.from({ length: 0x80 }, (_, n) => String.fromCodePoint(block + n)).filter((letter) =>
    /[\p{L}\p{N}\p{M}]/u.test(letter),
  );
}

/** Every word that is one typo away from a folded word. */
export function wordsOneTypoAway(word: string): string[] {
  const letters = [...word];
  const alphabet = alphabetOf(word);
  const near = new Set<string>();
  const put = (at: number, remove: number, ...added: string[]) =>
    near.add([...letters.slice(0, at), ...added, ...letters.slice(at + remove)].join(''));
  for (let at = 0; at <= letters.length; at += 1) {
    const [here, next] = [letters[at], letters[at + 1]];
    if (here !== undefined) put(at, 1);
    if (here !== undefined && next !== undefined) put(at, 2, next, here);
    for (const letter of alphabet) {
      if (here !== undefined) put(at, 1, letter);
      put(at, 0, letter);
    }
  }
  near.delete(word);
  return [...near];
}
