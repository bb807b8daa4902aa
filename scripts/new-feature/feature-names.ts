const pascalOf = (words: readonly string[]) =>
  words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
const camelOf = (words: readonly string[]) => {
  const pascal = pascalOf(words);
  return pascal.charAt(0).toLowerCase() + pascal.slice(1);
};
const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** One of what a slug names: `gift-cards` is `gift-card`, `companies` is `company`. */
function singularOf(words: readonly string[]): string[] {
  const last = words.at(-1) ?? '';
  const single = last.endsWith('ies')
    ? `${last.slice(0, -3)}y`
    : /(?:ss|us|is)$/.test(last) || !last.endsWith('s')
      ? last
      : last.replace(/(?<=x|ch|sh|ss)es$|s$/, '');
  return [...words.slice(0, -1), single];
}

/** The names of a feature in the forms that code needs. */
export function namesOf(slug: string) {
  const words = slug.split('-');
  const singular = singularOf(words);
  return {
    camel: camelOf(words),
    pascal: pascalOf(words),
    /** The entity: a row of the table. */
    entity: camelOf(singular),
    pascalEntity: pascalOf(singular),
    /** As the beginning of a sentence. */
    title: sentence(words.join(' ')),
    /** As the key of an object. */
    key: words.length > 1 ? `'${slug}'` : slug,
    /** What stands in the templates, and what it becomes; longer ones first. */
    replacements: [
      ['SampleItems', pascalOf(words)],
      ['SampleItem', pascalOf(singular)],
      ['sampleItems', camelOf(words)],
      ['sampleItem', camelOf(singular)],
      ['sample-items', slug],
      ['sample-item', singular.join('-')],
      ['sample_items', words.join('_')],
      ['sample_item', singular.join('_')],
      ['Sample items', sentence(words.join(' '))],
      ['Sample item', sentence(singular.join(' '))],
      ['sample items', words.join(' ')],
      ['sample item', singular.join(' ')],
    ] as const,
  };
}
