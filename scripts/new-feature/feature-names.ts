/** The names of a feature in the forms that code needs. */
export function namesOf(slug: string) {
  const words = slug.split('-');
  const pascal = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return {
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    pascal,
    table: words.join('_'),
    /** As the key of an object. */
    key: words.length > 1 ? `'${slug}'` : slug,
    /** As people say it. */
    spoken: words.join(' '),
  };
}
