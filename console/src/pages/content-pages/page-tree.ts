import type { ListedPage } from './content-page.js';

export interface PageBranch {
  page: ListedPage;
  level: number;
  /** Its place among the pages of the same parent. */
  index: number;
  siblings: readonly ListedPage[];
}

/** Pages as a tree, from the top down; a page whose parent is not listed stands at the top. */
export function pageBranches(pages: readonly ListedPage[]): PageBranch[] {
  const ids = new Set(pages.map(({ id }) => id));
  const children = new Map<string | null, ListedPage[]>();
  for (const page of pages) {
    const parent = page.parentId && ids.has(page.parentId) ? page.parentId : null;
    children.set(parent, [...(children.get(parent) ?? []), page]);
  }
  const below = (parent: string | null, level: number): PageBranch[] => {
    const siblings = children.get(parent) ?? [];
    return siblings.flatMap((page, index) => [
      { page, level, index, siblings },
      ...below(page.id, level + 1),
    ]);
  };
  return below(null, 0);
}
