import { resolve, type Schema } from '../lib/declarations.js';

export interface Column {
  name: string;
  schema: Schema;
  title: boolean;
}

const SHOWN = 7;
const quiet =
  /^(currency|metadata|description|body|content|slug|updatedAt|deletedAt|images?|sortOrder|html|payload|before|after|requestId)$/;

/** The columns of a list, from the schema of its rows: the name of the row first, its states and amounts, times last. */
export function columnsOf(
  row: Schema | undefined,
  schemas: Record<string, Schema>,
  title: string | undefined,
): { all: Column[]; shown: string[] } {
  const { schema } = resolve(row, schemas);
  const all = Object.entries(schema.properties ?? {}).map(([name, own]) => ({
    name,
    schema: resolve(own, schemas).schema,
    title: name === title,
  }));
  // Without a declared title the number or the name of what a row is about comes first.
  const named =
    title ??
    all.find(
      ({ name, schema: own }) =>
        own.type === 'string' && !own.enum && /(number|name|title|subject)$/i.test(name),
    )?.name;
  const rank = ({ name, schema: own }: Column) => {
    if (name === named) return 0;
    if (name === 'id') return 9;
    if (own.enum) return 2;
    if (own['x-money']) return 3;
    if (own.format === 'date-time') return 6;
    if (own['x-entity']) return 5;
    if (own.type === 'object' || own.type === 'array' || quiet.test(name)) return 8;
    return 4;
  };
  const sorted = [...all].sort((first, second) => rank(first) - rank(second));
  const first = sorted
    .filter((column) => rank(column) < 8)
    .slice(0, SHOWN)
    .map(({ name }) => name);
  if (!first.some((name) => all.find((column) => column.name === name)?.schema.format === 'date-time')) {
    const when = sorted.find((column) => column.schema.format === 'date-time' && rank(column) < 8);
    if (when) first.splice(SHOWN - 1, 1, when.name);
  }
  return { all: sorted, shown: first.length > 0 ? first : sorted.slice(0, SHOWN).map(({ name }) => name) };
}
