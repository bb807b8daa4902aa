/** A piece of a statement with the values of its `?`, in their order. */
export interface SqlPart {
  sql: string;
  values: readonly unknown[];
}

export function part(sql: string, ...values: unknown[]): SqlPart {
  return { sql, values };
}

export function joined(parts: readonly SqlPart[], separator: string): SqlPart {
  return { sql: parts.map(({ sql }) => sql).join(separator), values: parts.flatMap(({ values }) => values) };
}

/** Names of tables come from collections, and those are checked: nothing else may be put into a statement as text. */
export function tablesOf(collection: string): { documents: string; words: string } {
  if (!/^[a-z][a-z0-9_]{0,40}$/.test(collection)) throw new Error(`"${collection}" is not a collection`);
  return { documents: `search_docs_${collection}`, words: `search_words_${collection}` };
}
