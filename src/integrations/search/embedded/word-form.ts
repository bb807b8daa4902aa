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

/** Where the other words of a phrase may stand that stands at a place: "table cloth" names the thing by its last word alone. */
const upTo: Readonly<Record<string, string>> = { A: 'AB', B: 'AB', C: 'ABC', D: 'ABCD' };

/** All of the forms; at one place where one of them stands there and the others there or at a better one. */
export function allForms(forms: readonly WordForm[]): WordForm {
  const [first] = forms;
  if (first && forms.length === 1) return first;
  const all = (weights: string) => forms.map((form) => form(weights)).join(' & ');
  return (weights) => {
    const places = upTo[weights];
    return places === undefined ? `(${all(weights)})` : `(${all(places)} & ${anyForm(forms)?.(weights)})`;
  };
}

/** The forms as a phrase, one directly behind the other. */
export const phraseForm =
  (forms: readonly WordForm[]): WordForm =>
  (weights) =>
    `(${forms.map((form) => form(weights)).join(' <-> ')})`;
