import { foldedWords } from '#domain/search/fold-text.js';
import type { SearchDatabase } from '#integrations/search/search-database.js';
import { type Term, termKey, vectorText } from './document-row.js';

/** The ids of terms, those that are new included. */
export async function resolveTerms(
  rows: SearchDatabase['rows'],
  terms: ReadonlyMap<string, Term>,
): Promise<Map<string, number>> {
  const given = [...terms.values()].map((term) => ({
    ...term,
    words: term.kind === 'brand' || term.kind === 'category' ? nameWords(term.label) : null,
  }));
  const recordset = `json_to_recordset(?::json) as given(kind text, slug text, ref text, label text, words text)`;
  const find = `select t.id, t.kind, t.slug, t.ref, t.label from ${recordset}
    join search_terms t on t.kind = given.kind and t.slug = given.slug and t.ref = given.ref and t.label = given.label`;
  const known = await rows<Term & { id: number }>(find, [JSON.stringify(given)]);
  const ids = new Map(known.map((row) => [termKey(row), row.id]));
  const missing = given.filter((term) => !ids.has(termKey(term)));
  if (missing.length === 0) return ids;
  await rows(
    `insert into search_terms (kind, slug, ref, label, words)
     select kind, slug, ref, label, words::tsvector from ${recordset}
     order by kind, slug, label, ref on conflict do nothing`,
    [JSON.stringify(missing)],
  );
  for (const row of await rows<Term & { id: number }>(find, [JSON.stringify(missing)]))
    ids.set(termKey(row), row.id);
  return ids;
}

function nameWords(name: string): string {
  return vectorText(new Map(foldedWords(name).map((word) => [word, [{ place: 1, weight: 'A' }]])));
}
