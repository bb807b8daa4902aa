import type { KnownTerms } from './known-terms.js';
import { MAX_SAMPLE, namedCategories } from './learn-categories.js';
import type { Candidates } from './packed-document.js';
import { type CodeMatch, NAMED_FLAG, stepOf } from './rank-sql.js';

/**
 * The steps of candidates, of the points that were read: what the categories add that the text names is learnt from the
 * candidates themselves. Their terms must be known.
 */
export function rankCandidates(
  { length, firstTerm, terms, termIds }: Candidates,
  points: Int32Array,
  { known, code }: { known: KnownTerms; code: CodeMatch | undefined },
): Int32Array {
  const termsOf = (n: number) => terms.subarray(firstTerm[n], firstTerm[n + 1]);
  const named: Int32Array[] = [];
  for (let n = 0; n < length && named.length < MAX_SAMPLE; n += 1)
    if ((points[n] ?? 0) & NAMED_FLAG) named.push(termsOf(n));
  const categories = namedCategories(named, (term) => known.find(term)?.kind === 'category');
  const isNamed = new Uint8Array((termIds.at(-1) ?? 0) + 1);
  for (const id of categories) isNamed[id] = 1;
  return points.map((value, n) => {
    let count = 0;
    if (categories.length > 0) for (const term of termsOf(n)) count += isNamed[term] ?? 0;
    return stepOf(value, count, code);
  });
}
