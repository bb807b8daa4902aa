import { readFileSync } from 'node:fs';

/** What grades look at: a product as a buyer sees it. */
export interface GradedProduct {
  id: string;
  title: string;
  subtitle: string;
  brand: string;
  /** From the widest category to the narrowest. */
  categories: readonly string[];
  /** Lowest and highest, in whole units of the currency. */
  price: { min: number; max: number };
}

type Test = (product: GradedProduct) => boolean;

export interface Judgement {
  kind: string;
  q: string;
  /** What the grades 3, 2 and 1 take: the first that holds is the grade. */
  grades: readonly { grade: number; holds: Test }[];
  /** Kept apart while ranking is worked on. */
  heldOut: boolean;
}

const fields: Readonly<Record<string, (product: GradedProduct) => string>> = {
  title: ({ title }) => title,
  sub: ({ subtitle, categories }) => subtitle || (categories[1] ?? ''),
  brand: ({ brand }) => brand,
  type: ({ categories }) => categories.at(-1) ?? '',
  category: ({ categories }) => categories[0] ?? '',
  any: ({ title, subtitle, brand, categories }) => [title, subtitle, brand, ...categories].join(' ; '),
};

/** `field:pattern`, `price<=n`, `price>=n`, or a pattern of the title; `-` in front negates. Patterns begin at a word. */
function termOf(text: string): Test {
  if (text.startsWith('-')) {
    const holds = termOf(text.slice(1));
    return (product) => !holds(product);
  }
  const [, sign, amount] = /^price([<>])=(\d+)$/.exec(text) ?? [];
  if (sign) return ({ price }) => (sign === '<' ? price.min <= Number(amount) : price.max >= Number(amount));
  const [, name = 'title', pattern = ''] = /^(?:(title|sub|brand|type|category|any):)?(.*)$/.exec(text) ?? [];
  const regex = new RegExp(`(?<![\\p{L}\\p{N}\\p{M}])(?:${pattern})`, 'iu');
  const read = fields[name];
  return (product) => regex.test(read?.(product) ?? '');
}

function conditionOf(text: string): Test {
  const tests = text.split(' & ').map((term) => termOf(term.trim()));
  return (product) => tests.every((test) => test(product));
}

/** Half of the queries, the same in every run. */
function isHeldOut(q: string): boolean {
  let hash = 7;
  for (const letter of q) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return hash % 2 === 1;
}

/** Reads a file of judgements. @throws Error for a line that cannot be read */
export function readJudgements(file: string): Judgement[] {
  const found = new Map<string, Judgement>();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [kind = '', q = '', ...columns] = split(line);
    const [same] = columns;
    const grades = same?.startsWith('= ') ? found.get(same.slice(2))?.grades : gradesOf(columns);
    if (!grades || q === '' || found.has(q)) throw new Error(`Unreadable judgement: ${line}`);
    found.set(q, { kind, q, grades, heldOut: isHeldOut(q) });
  }
  return [...found.values()];
}

/** Columns are set apart by a bar between spaces; bars within patterns have none. */
const split = (line: string) => line.split(/(?<= )\|(?= |$)/).map((column) => column.trim());

const gradesOf = (columns: readonly string[]) =>
  columns.slice(0, 3).flatMap((text, n) => (text === '' ? [] : [{ grade: 3 - n, holds: conditionOf(text) }]));

/** The grade of a product for a query, 0 to 3. */
export function gradeOf({ grades }: Judgement, product: GradedProduct): number {
  return grades.find(({ holds }) => holds(product))?.grade ?? 0;
}

const DEPTH = 10;
const gain = (grade: number, place: number) => (2 ** grade - 1) / Math.log2(place + 2);

export interface Score {
  ndcg: number;
  precision: number;
  /** Nothing was shown although something fits. */
  empty: boolean;
}

/** Scores the first products of a page; null where no product of the catalog fits. */
export function scoreOf(
  judgement: Judgement,
  shown: readonly GradedProduct[],
  catalog: readonly GradedProduct[],
): Score | null {
  const all = catalog
    .map((product) => gradeOf(judgement, product))
    .filter((grade) => grade > 0)
    .sort((a, b) => b - a);
  if (all.length === 0) return null;
  const graded = shown.slice(0, DEPTH).map((product) => gradeOf(judgement, product));
  const sum = (grades: readonly number[]) =>
    grades.reduce((total, grade, place) => total + gain(grade, place), 0);
  const fitting = Math.min(DEPTH, all.filter((grade) => grade >= 2).length || all.length);
  const least = all.some((grade) => grade >= 2) ? 2 : 1;
  return {
    ndcg: sum(graded) / sum(all.slice(0, DEPTH)),
    precision: graded.filter((grade) => grade >= least).length / fitting,
    empty: shown.length === 0,
  };
}
