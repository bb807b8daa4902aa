import type { SynonymRule } from '#domain/search/synonym.js';
import { readSynonymLine } from '#domain/search/synonym-lines.js';
import { synonymLines } from '../../scripts/seed/synonyms.words.js';

/** The synonyms with which the demo data starts. */
export function commerceSynonyms(): SynonymRule[] {
  return synonymLines.map((line, n) => ({ id: `synonym-${n}`, ...readSynonymLine(line) }));
}
