import { MAX_PAGE_SLUG, MAX_PAGE_TITLE } from './content-page.js';

const TITLE_SUFFIX = ' (copy)';

/** The title of the copy of the page that is duplicated; the pages under it keep theirs. */
export function copyTitle(title: string): string {
  return title.slice(0, MAX_PAGE_TITLE - TITLE_SUFFIX.length) + TITLE_SUFFIX;
}

/** What all slugs of copies of a page begin with: `about-copy`, then `about-copy-2`, `about-copy-3`. */
export function copySlugBase(slug: string): string {
  // Room for the suffix and a number of six digits.
  return `${slug.slice(0, MAX_PAGE_SLUG - 12).replace(/-+$/, '')}-copy`;
}

/**
 * A slug for the copy of each page: the first of its series that no live page and no other copy holds.
 * @param held slugs of live pages that begin with a base of these copies
 */
export function copySlugs(slugs: readonly string[], held: Iterable<string>): string[] {
  const taken = new Set(held);
  return slugs.map((slug) => {
    const base = copySlugBase(slug);
    let candidate = base;
    for (let n = 2; taken.has(candidate); n += 1) candidate = `${base}-${n}`;
    taken.add(candidate);
    return candidate;
  });
}
