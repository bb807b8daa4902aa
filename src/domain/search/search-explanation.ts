/** The best step of a match. */
export const MAX_STEP = 8;

export const wordMatches = ['exact', 'synonym', 'prefix', 'typo'] as const;
/** How a product has a word: as written, by a synonym, as the beginning of a longer word, or with a typo. */
export type WordMatch = (typeof wordMatches)[number];

export const wordPlaces = ['name', 'title', 'names', 'description'] as const;
/** Where: as the thing that the title names, elsewhere in it, in names, options and attributes, in the description. */
export type WordPlaceName = (typeof wordPlaces)[number];

export const rankBonuses = ['title', 'phrase', 'names', 'category'] as const;
/**
 * What lifts a product besides: the text is its title, the words stand together there, one of them is a name of its brand, category or
 * tag, it is filed under a category that the text names.
 */
export type RankBonus = (typeof rankBonuses)[number];

/** A word of a text, or the words of one alternative, and how one product has it. */
export interface ExplainedWord {
  text: string;
  /** What it was taken for. */
  corrected?: string;
  /** Left out, because no product has all words. */
  isDropped?: boolean;
  /** Null where the product does not have it. */
  match: { by: WordMatch; in: WordPlaceName } | null;
}

/** How the index sees one product for one search. */
export interface EngineExplanation {
  /** Whether the index has the product, and shows it. */
  isListed: boolean;
  /** Whether it has all words that are searched for. */
  matches: boolean;
  words: ExplainedWord[];
  /** Found by a code that it has, not by its words. */
  byCode: boolean;
  /** From 0 to 8; null where the engine does not rank by steps, or the product does not match. */
  step: number | null;
  bonuses: RankBonus[];
}
