import { type Columns, instant, nullable, type RowOf, text, texts, uuid } from '#domain/_shared/columns.js';

/**
 * Words that searches treat alike. A set (`root` null) makes its words equal; with a `root` a search for the root also
 * finds the words, not the other way round. A "word" may be several words, all of which are required.
 */
export interface SynonymRule {
  id: string;
  root: string | null;
  words: string[];
}

export const synonymColumns = {
  id: uuid,
  root: nullable(text),
  words: texts,
  createdAt: instant,
  updatedAt: instant,
} as const satisfies Columns;
export type Synonym = RowOf<typeof synonymColumns>;
