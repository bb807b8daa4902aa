import { MultiSelect, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.js';

interface Category {
  id: string;
  title: string;
  parentId: string | null;
}

const PAGE = 100;
/** More categories than these are no tree that somebody chooses from. */
const MAX_PAGES = 20;

async function loadAll(signal: AbortSignal): Promise<Category[]> {
  const all: Category[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { data, metadata } = await call('getStoreCategories', {
      query: { page, limit: PAGE, sort: 'sortOrder:asc' },
      signal,
    });
    all.push(...data);
    if (!metadata.hasMore) break;
  }
  return all;
}

/** Each category with those above it, in the order of the tree: "Home › Lamps › Brass". */
export function inTree(categories: readonly Category[]): { value: string; label: string }[] {
  const below = new Map<string | null, Category[]>();
  const ids = new Set(categories.map(({ id }) => id));
  for (const item of categories) {
    // One whose parent is hidden stands at the top.
    const parent = item.parentId !== null && ids.has(item.parentId) ? item.parentId : null;
    below.set(parent, [...(below.get(parent) ?? []), item]);
  }
  const walk = (parent: string | null, path: string): { value: string; label: string }[] =>
    (below.get(parent) ?? []).flatMap(({ id, title }) => {
      const label = path === '' ? title : `${path} › ${title}`;
      return [{ value: id, label }, ...walk(id, label)];
    });
  return walk(null, '');
}

function useCategories() {
  const found = useQuery({
    queryKey: ['getStoreCategories', 'tree'],
    queryFn: ({ signal }) => loadAll(signal),
    staleTime: 300_000,
  });
  return inTree(found.data ?? []);
}

interface Shared {
  label: string;
  error?: string;
}

/** Most rows that the list under the field shows at once. */
const SHOWN = 200;

export function CategoryPicker({
  value,
  onChange,
  ...rest
}: Shared & { value: string[]; onChange: (ids: string[]) => void }) {
  const data = useCategories();
  return (
    <MultiSelect
      {...rest}
      data={data}
      limit={SHOWN}
      searchable
      clearable
      hidePickedOptions
      nothingFoundMessage="Nothing matches"
      value={value}
      onChange={onChange}
    />
  );
}

export function OneCategoryPicker({
  value,
  onChange,
  ...rest
}: Shared & { value: string | null; onChange: (id: string | null) => void }) {
  const data = useCategories();
  return (
    <Select
      {...rest}
      data={data}
      limit={SHOWN}
      searchable
      clearable
      nothingFoundMessage="Nothing matches"
      value={value}
      onChange={onChange}
    />
  );
}
