import type { Tx } from '#db/kernel/unit-of-work.js';
import { readSynonymLine } from '#domain/search/synonym-lines.js';
import { synonymKey } from '#domain/search/synonym-words.js';
import { createIds } from './draw.js';
import { synonymLines } from './synonyms.words.js';

/** Writes the list that operators start from. Returns how many there are. */
export async function writeSynonyms(tx: Tx, seed: number, now: Date): Promise<number> {
  const newId = createIds(seed, 'synonyms');
  const rows = synonymLines.map((line) => {
    const rule = readSynonymLine(line);
    return { id: newId(), ...rule, folded: synonymKey(rule), createdAt: now, updatedAt: now };
  });
  await tx('search_synonyms').insert(rows).onConflict('folded').ignore();
  return rows.length;
}
