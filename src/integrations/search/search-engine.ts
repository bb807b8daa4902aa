import type { EngineExplanation } from '#domain/search/search-explanation.js';
import type { SearchDocument } from '#domain/search/search-document.js';
import type { SearchQuery, SearchResult } from '#domain/search/search-query.js';
import type { SynonymRule } from '#domain/search/synonym.js';

/** A document to store, or a product to remove. `at` (Unix milliseconds) is when the product was read. */
export type IndexWrite =
  | { kind: 'upsert'; document: SearchDocument }
  | { kind: 'delete'; productId: string; at: number };

/** What became of one write; without an error it is done, or superseded by a later one. */
export interface WriteOutcome {
  productId: string;
  error?: string;
  /** Whether a document was there before; engines that cannot tell say true. */
  existed: boolean;
}

export interface SuggestQuery {
  q: string;
  limit: number;
  /** As the filter of that name. */
  alsoIds?: readonly string[] | undefined;
}

export interface Suggestions {
  /** The best matches, full documents. */
  hits: SearchDocument[];
  /** Names of brands that match by themselves. */
  brandNames: string[];
  /** Names of categories that match by themselves. */
  categoryNames: string[];
}

/**
 * A search engine with collections and one alias. Searches go through the alias; while it points nowhere they throw
 * `SearchIndexMissing`. Every method throws `SearchUnavailable` when the engine cannot be reached in time.
 */
export interface SearchEngine {
  /** `embedded` or `typesense`: collections of one are not those of the other. */
  readonly kind: 'embedded' | 'typesense';
  search(query: SearchQuery): Promise<SearchResult>;
  suggest(query: SuggestQuery): Promise<Suggestions>;
  /** How one product has the words of a text, or of what is left of it where words were left out. */
  explain(q: string, productId: string): Promise<EngineExplanation>;
  /** Whether the title of a product that is on sale has these folded words, one directly behind the other. */
  hasTitlePhrase(words: readonly string[]): Promise<boolean>;
  /** Writes a batch to each collection, an outcome for each write: an error in any of them counts. */
  write(collections: readonly string[], writes: readonly IndexWrite[]): Promise<WriteOutcome[]>;
  /** Creates a collection of the current schema unless it is there. */
  createCollection(name: string): Promise<void>;
  /** Points the alias to a collection, at once for all searches that begin after it. */
  swapAlias(collection: string): Promise<void>;
  /** The collection behind the alias; null where there is none, also when its collection is gone. */
  readAlias(): Promise<string | null>;
  /** Removes a collection; one that is not there is no error. */
  dropCollection(name: string): Promise<void>;
  /** Documents of a collection. */
  count(collection: string): Promise<number>;
  /** Ids of documents after `after`, in order: for those whose product is gone. */
  listIds(
    collection: string,
    options: { after: string | null; limit: number; vendorId: string | null },
  ): Promise<string[]>;
  /** Deletes what documents left behind: words, terms and marks that nothing refers to. Returns how many rows. */
  clean(collections: readonly string[]): Promise<number>;
  /** Has searches use these synonyms from now on. */
  useSynonyms(rules: readonly SynonymRule[]): Promise<void>;
  /** Whether the engine responds. */
  health(): Promise<boolean>;
}

/** The alias points nowhere: the index is being filled for the first time, or its data were lost. */
export class SearchIndexMissing extends Error {
  override readonly name = 'SearchIndexMissing';

  constructor() {
    super('There is no search index yet');
  }
}

/** The engine cannot be reached, or not in time. */
export class SearchUnavailable extends Error {
  override readonly name = 'SearchUnavailable';
}
