import type { Knex } from '#db/kernel/knex.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { createSynonymsRepository } from '#db/search/synonyms.repository.js';
import { readSynonymLine } from '#domain/search/synonym-lines.js';
import { synonymKey } from '#domain/search/synonym-words.js';
import { synonymLines } from './synonyms.words.js';

/** Writes the list that operators start from. Returns how many there are. */
export async function writeSynonyms(tx: Tx, knex: Knex, now: Date): Promise<number> {
  const synonyms = createSynonymsRepository(knex);
  for (const rule of synonymLines.map(readSynonymLine))
    await synonyms.insert(tx, { ...rule, folded: synonymKey(rule) }, now);
  return synonymLines.length;
}
