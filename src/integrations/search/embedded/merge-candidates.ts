import { bytesOf, type Candidates, different, idOfCandidate } from './packed-document.js';

type Column = Float64Array | Int32Array | Uint32Array | Uint8Array;

/** Places from one to another, that one not included. */
type Run = readonly [from: number, until: number];

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
  const runs = runsWithout(before, changed);
  const kept = runs.reduce((sum, [from, until]) => sum + until - from, 0);
  if (kept === before.length && written.length === 0) return before;
  const length = kept + written.length;
  const merged = <Kind extends Column>(from: Kind, added: Kind, into: Kind, width = 1): Kind => {
    let at = 0;
    for (const [first, until] of runs) {
      into.set(from.subarray(first * width, until * width), at * width);
      at += until - first;
    }
    into.set(added, at * width);
    return into;
  };
  const numbers = (name: 'ratingCount' | 'priceMin' | 'priceMax' | 'totalInventory') =>
    merged(before[name], written[name], new Int32Array(length));
  const floats = (name: 'readAt' | 'ratingAverage' | 'publishedAt') =>
    merged(before[name], written[name], new Float64Array(length));
  const flags = (name: 'inStock' | 'special' | 'popularity') =>
    merged(before[name], written[name], new Uint8Array(length));
  const { firstTerm, terms } = mergeTerms(before, runs, written, kept);
  return {
    length,
    ids: merged(before.ids, written.ids, new Uint32Array(length * 4), 4),
    readAt: floats('readAt'),
    ratingAverage: floats('ratingAverage'),
    publishedAt: floats('publishedAt'),
    ratingCount: numbers('ratingCount'),
    priceMin: numbers('priceMin'),
    priceMax: numbers('priceMax'),
    totalInventory: numbers('totalInventory'),
    inStock: flags('inStock'),
    special: flags('special'),
    popularity: flags('popularity'),
    firstTerm,
    terms,
    termIds: different(terms),
    ranks: before.ranks && written.ranks && merged(before.ranks, written.ranks, new Int32Array(length)),
    bytes: bytesOf(length, terms.length),
  };
}

/** What stays, in few pieces: whole pieces are copied much faster than single candidates. */
function runsWithout(before: Candidates, changed: ReadonlySet<string>): Run[] {
  // Most ids differ in their last word already, which needs no text of the whole id.
  const lastWords = new Set([...changed].map((id) => Number.parseInt(id.slice(-8), 16)));
  const runs: Run[] = [];
  let from = 0;
  for (let n = 0; n < before.length; n += 1) {
    if (!lastWords.has(before.ids[n * 4 + 3] ?? 0) || !changed.has(idOfCandidate(before, n))) continue;
    if (n > from) runs.push([from, n]);
    from = n + 1;
  }
  if (before.length > from) runs.push([from, before.length]);
  return runs;
}

function mergeTerms(before: Candidates, runs: readonly Run[], written: Candidates, kept: number) {
  const firstOf = (n: number) => before.firstTerm[n] ?? 0;
  const count = runs.reduce((sum, [from, until]) => sum + firstOf(until) - firstOf(from), 0);
  const firstTerm = new Int32Array(kept + written.length + 1);
  const terms = new Int32Array(count + written.terms.length);
  let at = 0;
  let end = 0;
  for (const [from, until] of runs) {
    terms.set(before.terms.subarray(firstOf(from), firstOf(until)), end);
    const moved = end - firstOf(from);
    for (let n = from; n < until; n += 1, at += 1) firstTerm[at] = firstOf(n) + moved;
    end += firstOf(until) - firstOf(from);
  }
  terms.set(written.terms, end);
  written.firstTerm.forEach((first, n) => (firstTerm[kept + n] = end + first));
  return { firstTerm, terms };
}
