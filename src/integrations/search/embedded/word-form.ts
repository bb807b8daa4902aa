/**
 * A form under which a group of a query is found, as part of a text query. `weights` says where it must stand: nothing
 * for anywhere, or letters of `WordWeight`.
 */
export type WordForm = (weights: string) => string;

/** Folded words have letters, digits and marks only, so that quoting is all that a lexeme needs. */
const quoted = (word: string) => `'${word.replace(/['\\]/g, '')}'`;

export const lexemeForm =
  (word: string): WordForm =>
  (weights) =>
    weights === '' ? quoted(word) : `${quoted(word)}:${weights}`;

export const prefixForm =
  (word: string): WordForm =>
  (weights) =>
    `${quoted(word)}:*${weights}`;

/** Any of the forms; undefined where there are none. */
export function anyForm(forms: readonly WordForm[]): WordForm | undefined {
  const [first] = forms;
  if (forms.length <= 1) return first;
  return (weights) => `(${[...new Set(forms.map((form) => form(weights)))].join(' | ')})`;
}

/** All of the forms; `<->` for one directly behind the other. */
export function allForms(forms: readonly WordForm[], operator: '&' | '<->' = '&'): WordForm {
  const [first] = forms;
  if (first && forms.length === 1) return first;
  return (weights) => `(${forms.map((form) => form(weights)).join(` ${operator} `)})`;
}
