import type { Entry } from './taxonomies.js';

export interface Branch {
  entry: Entry;
  level: number;
  /** Its place among those of the same parent, and how many they are. */
  index: number;
  siblings: readonly Entry[];
}

const inOrder = (first: Entry, second: Entry) =>
  first.sortOrder - second.sortOrder || first.title.localeCompare(second.title);

/** Entries as a tree, from the top down; an entry whose parent is not there stands at the top. */
export function branchesOf(entries: readonly Entry[]): Branch[] {
  const ids = new Set(entries.map(({ id }) => id));
  const children = new Map<string | null, Entry[]>();
  for (const entry of entries) {
    const parent = entry.parentId && ids.has(entry.parentId) ? entry.parentId : null;
    children.set(parent, [...(children.get(parent) ?? []), entry]);
  }
  const below = (parent: string | null, level: number): Branch[] => {
    const siblings = (children.get(parent) ?? []).sort(inOrder);
    return siblings.flatMap((entry, index) => [
      { entry, level, index, siblings },
      ...below(entry.id, level + 1),
    ]);
  };
  return below(null, 0);
}
