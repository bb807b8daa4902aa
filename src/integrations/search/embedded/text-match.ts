import { wholeText } from '#domain/search/document-words.js';
import { codeKey, codeLexeme, MIN_CODE_PREFIX } from '#domain/search/product-codes.js';
import type { QueryGroup, QueryWord, TextQuery } from '#domain/search/text-query.js';
import type { SearchDatabase } from '#integrations/search/search-database.js';
import type { MatchCounter } from './count-matches.js';
import { createWordCorrection, MAX_RARE } from './correct-word.js';
import type { SearchedIndex } from './index-version.js';
import { type CodeMatch, type RankedForms, type RankInput, type RankPart, rankSql } from './rank-sql.js';
import { allForms, anyForm, lexemeForm, prefixForm, type WordForm } from './word-form.js';
import type { ScriptLookup } from './words-in-other-scripts.js';

/** One group of a query as it is searched for. */
export interface MatchedGroup {
  /** As it was written. */
  text: string;
  isStopWord: boolean;
  forms: RankedForms;
  /** Its words as they are, the last one unfinished where it may be. */
  written: WordForm;
  /** What the group was taken for; undefined where documents have it as it is. */
  corrected?: string;
}

/**
 * What has to match where groups are taken for what they were corrected to alone; undefined where that is what is searched
 * for in any case.
 */
export function correctedMatch(groups: readonly MatchedGroup[]): string | undefined {
  if (!groups.some(({ corrected, forms }) => corrected !== undefined && forms.typo)) return undefined;
  return groups
    .map(({ corrected, forms }) => (corrected === undefined ? undefined : forms.typo) ?? formOf(forms))
    .map((form) => form?.('') ?? `'='`)
    .join(' & ');
}

/** A text as it is searched for: what has to match, and how well documents do. */
export interface TextMatch {
  groups: readonly MatchedGroup[];
  match: string;
  /** The words as they were written, the last one unfinished, whether or not any public product has them. */
  written: string;
  /** Without the categories that the text names: what they are is learnt from the documents that match. */
  rank: RankPart;
  /** What the rank is made of. */
  ranked: RankInput;
  /** Documents whose titles name what the text says; null where no word of it names anything. */
  named: string | null;
  /** The same for texts that are ranked alike. */
  rankKey: string;
}

/** Any form of a group, anywhere. */
export function formOf({ exact, synonym, prefix, typo }: RankedForms): WordForm | undefined {
  return anyForm([exact, synonym, prefix, typo].flatMap((form) => form ?? []));
}

/** Titles that name what the text says: all of its words, and one of them as the thing that is named. */
function namedQuery(groups: readonly MatchedGroup[]): string | null {
  const forms = groups
    .filter(({ isStopWord }) => !isStopWord)
    .flatMap(
      ({ forms: { exact, synonym } }) => anyForm([exact, synonym].flatMap((form) => form ?? [])) ?? [],
    );
  if (forms.length === 0) return null;
  const heads = forms.map((form) => form('A')).join(' | ');
  return forms.length === 1 ? heads : `${forms.map((form) => form('AB')).join(' & ')} & (${heads})`;
}

/**
 * The match of these groups, all of which are required, or of the code that the text is. Documents are ranked by the optional
 * ones, too.
 */
export function matchOf(
  groups: readonly MatchedGroup[],
  { code, optional = [] }: { code?: CodeMatch | undefined; optional?: readonly MatchedGroup[] } = {},
): TextMatch {
  const forms = groups.map(({ forms: of }) => of);
  const whole = lexemeForm(wholeText(groups.flatMap(({ text }) => text.split(' '))));
  const ranked: RankInput = {
    groups: forms,
    optional: optional.map(({ forms: of }) => of),
    whole,
    categories: [],
    ...(code && { code }),
  };
  const named = namedQuery(groups);
  const rank = rankSql(ranked, named);
  const words = forms.map((of) => formOf(of)?.('') ?? `'='`).join(' & ');
  return {
    groups,
    match: code ? `${words} | ${code.query}` : words,
    written: groups.map(({ written }) => written('')).join(' & '),
    rank,
    ranked,
    named,
    rankKey: JSON.stringify([rank.from.values, code?.isWhole]),
  };
}

/** Longer texts are no codes. */
const MAX_CODE_GROUPS = 3;

const exactOf = ({ word, stem }: QueryWord) =>
  anyForm(word === stem ? [lexemeForm(word)] : [lexemeForm(word), lexemeForm(stem)]) ?? lexemeForm(word);

/** What is known of the words of a collection. */
export interface WordSources {
  counter: MatchCounter;
  scripts: ScriptLookup;
}

/** A word, or two words that documents may write as one. */
interface Part {
  group: QueryGroup;
  joined?: string;
}

/**
 * Turns text into queries on word vectors. What documents have is looked up in the index itself: words are corrected,
 * taken apart and put together to what is on sale.
 */
export function createTextMatcher(database: SearchDatabase, { counter, scripts }: WordSources) {
  const correct = createWordCorrection(database, counter);

  /** Neighbouring words as one; empty where they cannot be. */
  const pairsOf = (groups: readonly QueryGroup[]): string[] =>
    groups.slice(1).map((group, n) => {
      const [first, second] = [groups[n], group];
      const canJoin =
        first?.words.length === 1 && second.words.length === 1 && !first.measure && !second.measure;
      return canJoin ? `${first.words[0]?.word}${second.words[0]?.word}` : '';
    });

  /** Reads in one statement of each kind what the steps below ask for: what was read they find in memory. */
  async function readAhead(at: SearchedIndex, { groups, whole }: TextQuery): Promise<void> {
    const pairs = pairsOf(groups).filter((word) => word !== '');
    const words = groups.flatMap((group) => (group.measure ? [] : group.words));
    const key = groups.length > MAX_CODE_GROUPS ? null : codeKey(whole);
    const codes = key !== null && /\p{N}/u.test(key) ? codeQueries(key) : [];
    const queries = [...pairs.map((word) => lexemeForm(word)('')), ...words.map(countedQuery), ...codes];
    await Promise.all([
      counter.count(at, queries, MAX_RARE + 1),
      scripts.find(
        at,
        groups.flatMap((group) => group.words.map(({ word }) => word)),
      ),
    ]);
  }

  /** Neighbouring words that documents write as one, too. */
  async function joinedWords(at: SearchedIndex, groups: readonly QueryGroup[]): Promise<Part[]> {
    const pairs = pairsOf(groups);
    const words = pairs.filter((word) => word !== '');
    const counts = await counter.count(
      at,
      words.map((word) => lexemeForm(word)('')),
      MAX_RARE + 1,
    );
    const known = new Set(words.filter((_word, n) => (counts[n] ?? 0) > 0));
    const parts: Part[] = [];
    for (let n = 0; n < groups.length; n += 1) {
      const [group, next] = [groups[n], groups[n + 1]];
      if (!group) continue;
      const pair = pairs[n] ?? '';
      if (next && known.has(pair)) {
        parts.push({ group: { ...next, words: [...group.words, ...next.words] }, joined: pair });
        n += 1;
      } else parts.push({ group });
    }
    return parts;
  }

  /** The queries for a whole code, and for those that begin so. */
  const codeQueries = (key: string): string[] => [
    lexemeForm(codeLexeme(key))(''),
    ...(key.length >= MIN_CODE_PREFIX ? [prefixForm(codeLexeme(key))('')] : []),
  ];

  /** What documents have of the word itself, or of longer ones where it may be unfinished. */
  function countedQuery(word: QueryWord): string {
    const form = exactOf(word)('');
    return word.prefix ? `${form} | ${prefixForm(word.word)('')}` : form;
  }

  /** The code that a text is, or that begins so. One without a digit is a word first: only where no product has that. */
  async function findCode(at: SearchedIndex, { groups, whole }: TextQuery): Promise<CodeMatch | undefined> {
    const key = groups.length > MAX_CODE_GROUPS ? null : codeKey(whole);
    if (key === null) return undefined;
    if (!/\p{N}/u.test(key)) {
      const [word, ...others] = groups.flatMap(({ words }) => words);
      if (!word || others.length > 0) return undefined;
      const [known] = await counter.count(at, [countedQuery(word)], MAX_RARE + 1);
      if (known !== 0) return undefined;
    }
    const [exact = '', ...prefix] = codeQueries(key);
    const [wholes = 0, begun = 0] = await counter.count(at, [exact, ...prefix], MAX_RARE + 1);
    if (wholes > 0) return { query: exact, isWhole: true };
    return begun > 0 ? { query: prefix[0] ?? exact, isWhole: false } : undefined;
  }

  async function matchGroup(
    at: SearchedIndex,
    { group, joined }: Part,
    isCode: boolean,
  ): Promise<MatchedGroup> {
    const { words, synonyms, measure, isStopWord = false } = group;
    const exact: WordForm[][] = [];
    const [prefixes, typos]: [WordForm[], WordForm[]] = [[], []];
    let corrected: string[] | undefined;
    for (const word of words) {
      const form = exactOf(word);
      const [[count = 0], [others = []]] = await Promise.all([
        measure || joined ? [MAX_RARE + 1] : counter.count(at, [countedQuery(word)], MAX_RARE + 1),
        scripts.find(at, [word.word]),
      ]);
      // What shops write in another script is the word; what has synonyms is known, too.
      const isKnown =
        count > MAX_RARE || isCode || others.length > 0 || (words.length === 1 && synonyms.length > 0);
      const correction = isKnown ? null : await correct(at, word, count);
      if (word.prefix && count > 0) prefixes.push(prefixForm(word.word));
      if (correction) {
        corrected = [...words.map((item) => item.word)];
        corrected[words.indexOf(word)] = correction.text;
      }
      // Where no document has the word, its correction counts as the word.
      exact.push([...(correction && count === 0 ? correction.forms : [form]), ...others.map(lexemeForm)]);
      if (correction && count > 0) typos.push(...correction.forms);
    }
    const written = allForms(exact.map((forms) => anyForm(forms) ?? lexemeForm('')));
    const alternatives = [
      written,
      ...(joined ? [lexemeForm(joined)] : []),
      ...(measure ? [lexemeForm(measure)] : []),
    ];
    const asWritten = words.map((word) =>
      word.prefix ? (anyForm([exactOf(word), prefixForm(word.word)]) ?? exactOf(word)) : exactOf(word),
    );
    const others = exact.slice(0, -1).map((forms) => anyForm(forms) ?? lexemeForm(''));
    const behind = (form: WordForm) => allForms([...others, form]);
    return {
      text: words.map(({ word }) => word).join(' '),
      isStopWord,
      written: allForms(asWritten),
      forms: {
        exact: anyForm(alternatives),
        synonym: anyForm(synonyms.map((phrase) => allForms(phrase.map(exactOf)))),
        prefix: anyForm(prefixes.map(behind)),
        typo: anyForm(typos.map(behind)),
      },
      ...(corrected && { corrected: corrected.join(' ') }),
    };
  }

  return {
    async match(at: SearchedIndex, query: TextQuery): Promise<TextMatch | null> {
      if (query.groups.length === 0) return null;
      await readAhead(at, query);
      const [code, parts] = await Promise.all([findCode(at, query), joinedWords(at, query.groups)]);
      const groups = await Promise.all(parts.map((part) => matchGroup(at, part, code !== undefined)));
      return matchOf(groups, { code });
    },
  };
}

export type TextMatcher = ReturnType<typeof createTextMatcher>;
