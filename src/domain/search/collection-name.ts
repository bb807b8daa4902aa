/** The alias under which the index is searched. */
export const SEARCH_ALIAS = 'products';

/** The version of the document and of how it is stored. Raising it builds a new collection beside the live one. */
export const SCHEMA_VERSION = 1;

/** The physical collection of a version, `products_v1`. */
export function collectionName(version: number): string {
  return `${SEARCH_ALIAS}_v${version}`;
}

/** The version of a collection; undefined for a name that is not one of the index. */
export function collectionVersion(name: string): number | undefined {
  const [, version] = /^products_v([1-9]\d{0,5})$/.exec(name) ?? [];
  return version === undefined ? undefined : Number(version);
}
