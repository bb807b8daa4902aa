/**
 * Words that searches treat alike. A set (`root` null) makes its words equal; with a `root` a search for the root also
 * finds the words, not the other way round. A "word" may be several words, all of which are required.
 */
export interface SynonymRule {
  id: string;
  root: string | null;
  words: string[];
}

export interface Synonym extends SynonymRule {
  createdAt: Date;
  updatedAt: Date;
}
