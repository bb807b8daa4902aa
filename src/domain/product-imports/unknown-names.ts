import { slugify } from '#domain/_shared/slug.js';
import type { ImportTaxonomy, UnknownName } from './import-taxonomy.js';
import type { RowError } from './imported-product.js';

/** So that a file of nonsense does not fill the list of those who decide. */
export const MAX_REQUESTS = 200;
/** As the API takes it. */
const MAX_TITLE = 255;

/** An entry that an import requests of a taxonomy. */
export interface WantedEntry {
  taxonomy: ImportTaxonomy;
  title: string;
  slug: string;
}

const keyOf = ({ taxonomy, slug }: { taxonomy: string; slug: string }) => `${taxonomy} ${slug}`;

/** Unknown names that can be requested, one for each slug: tags are too many to be decided one by one. */
export function wantedEntries(unknown: readonly UnknownName[]): WantedEntry[] {
  const entries = new Map<string, WantedEntry>();
  for (const { taxonomy, title } of unknown) {
    if (taxonomy === 'tags' || title.length > MAX_TITLE) continue;
    const entry = { taxonomy, title, slug: slugify(title) };
    if (!entries.has(keyOf(entry))) entries.set(keyOf(entry), entry);
  }
  return [...entries.values()];
}

/** The notes of unknown names, with what became of their requests. */
export function requestNotes(
  unknown: readonly UnknownName[],
  wanted: readonly WantedEntry[],
  pending: readonly { taxonomy: string; slug: string }[],
): RowError[] {
  const requestable = new Set(wanted.map(keyOf));
  const requested = new Set(pending.map(keyOf));
  return unknown.map(({ taxonomy, title, note }) => {
    const key = keyOf({ taxonomy, slug: slugify(title) });
    if (!requestable.has(key)) return note;
    const outcome = requested.has(key)
      ? 'It is requested: import the file again after it is approved.'
      : `It was not requested: one import requests at most ${MAX_REQUESTS} names.`;
    return { ...note, reason: `${note.reason} ${outcome}` };
  });
}
