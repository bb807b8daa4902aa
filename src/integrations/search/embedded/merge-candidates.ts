import { bytesOf, type Candidates, different, idOfCandidate } from './packed-document.js';

type Column = Float64Array | Int32Array | Uint8Array;

/**
 * Candidates of a later version: those of a former one without the documents that were written since, and of these the
 * ones that match now.
 * @param changed ids of all documents that were written since, whether or not they match
 * @returns `before` itself where none of them matched or matches
 */
export function mergeCandidates(
  before: Candidates,
  changed: ReadonlySet<string>,
  written: Candidates,
): Candidates {
  const kept = placesWithout(before, changed);
  if (kept.length === before.length && written.length === 0) return before;
  const length = kept.length + written.length;
  const merged = <Kind extends Column>(from: Kind, added: Kind, into: Kind): Kind => {
    for (let at = 0; at < kept.length; at += 1) into[at] = from[kept[at] ?? 0] ?? 0;
    into.set(added, kept.length);
    return into;
  };
  const numbers = (name: 'ratingCount' | 'priceMin' | 'priceMax' | 'totalInventory') =>
    merged(before[name], written[name], new Int32Array(length));
  const floats = (name: 'readAt' | 'ratingAverage' | 'publishedAt') =>
    merged(before[name], written[name], new Float64Array(length));
  const flags = (name: 'inStock' | 'special') => merged(before[name], written[name], new Uint8Array(length));
  const { firstTerm, terms } = mergeTerms(before, kept, written);
  return {
    length,
    ids: mergeIds(before, kept, written),
    ...{
      readAt: floats('readAt'),
      ratingAverage: floats('ratingAverage'),
      publishedAt: floats('publishedAt'),
    },
    ...{ ratingCount: numbers('ratingCount'), priceMin: numbers('priceMin'), priceMax: numbers('priceMax') },
    ...{ totalInventory: numbers('totalInventory'), inStock: flags('inStock'), special: flags('special') },
    ...{ firstTerm, terms, termIds: different(terms) },
    ranks: before.ranks && written.ranks && merged(before.ranks, written.ranks, new Int32Array(length)),
    bytes: bytesOf(length, terms.length),
  };
}

function placesWithout(before: Candidates, changed: ReadonlySet<string>): number[] {
  // Most ids differ in their last word already, which needs no text of the whole id.
  const lastWords = new Set([...changed].map((id) => Number.parseInt(id.slice(-8), 16)));
  const kept: number[] = [];
  for (let n = 0; n < before.length; n += 1)
    if (!lastWords.has(before.ids[n * 4 + 3] ?? 0) || !changed.has(idOfCandidate(before, n))) kept.push(n);
  return kept;
}

function mergeIds(before: Candidates, kept: readonly number[], written: Candidates): Uint32Array {
  const ids = new Uint32Array((kept.length + written.length) * 4);
  kept.forEach((n, at) => ids.set(before.ids.subarray(n * 4, n * 4 + 4), at * 4));
  ids.set(written.ids, kept.length * 4);
  return ids;
}

function mergeTerms(before: Candidates, kept: readonly number[], written: Candidates) {
  const termsOf = ({ firstTerm }: Candidates, n: number) => (firstTerm[n + 1] ?? 0) - (firstTerm[n] ?? 0);
  let count = written.terms.length;
  for (const n of kept) count += termsOf(before, n);
  const firstTerm = new Int32Array(kept.length + written.length + 1);
  const terms = new Int32Array(count);
  let end = 0;
  kept.forEach((n, at) => {
    const from = before.firstTerm[n] ?? 0;
    const until = before.firstTerm[n + 1] ?? 0;
    firstTerm[at] = end;
    for (let place = from; place < until; place += 1, end += 1) terms[end] = before.terms[place] ?? 0;
  });
  terms.set(written.terms, end);
  written.firstTerm.forEach((first, n) => (firstTerm[kept.length + n] = end + first));
  return { firstTerm, terms };
}
