import { MultiSelect, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { callAny } from '../../lib/api.js';

type Kind = 'categories' | 'brands' | 'tags' | 'ingredients';

const lists: Record<Kind, string> = {
  categories: 'getStoreCategories',
  brands: 'getStoreBrands',
  tags: 'getStoreTags',
  ingredients: 'getStoreIngredients',
};

interface Entry {
  id: string;
  title: string;
}

/** Entries of a taxonomy by what somebody types; long lists are searched, not scrolled. */
function useEntries(kind: Kind, chosen: readonly string[]) {
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text, 250);
  const found = useQuery({
    queryKey: [lists[kind], 'choices', search],
    queryFn: ({ signal }) =>
      callAny(lists[kind], { query: { limit: 50, ...(search && { search }) }, signal }),
    staleTime: 60_000,
  });
  const seen = useRef(new Map<string, string>());
  const rows = (found.data?.data as Entry[] | undefined) ?? [];
  for (const { id, title } of rows) seen.current.set(id, title);
  const missing = found.isPending ? [] : chosen.filter((id) => !seen.current.has(id)).sort();
  // What is chosen keeps its name, wherever it stands in a long list.
  const named = useQuery({
    queryKey: [lists[kind], 'names', missing],
    queryFn: ({ signal }) =>
      callAny(lists[kind], { query: { limit: 100, 'filters[]': [`id:in:${missing.join(',')}`] }, signal }),
    enabled: missing.length > 0,
    staleTime: 300_000,
  });
  for (const { id, title } of (named.data?.data as Entry[] | undefined) ?? []) seen.current.set(id, title);
  const entries = new Map(rows.map(({ id, title }) => [id, title]));
  for (const id of chosen) entries.set(id, seen.current.get(id) ?? '…');
  const data = [...entries].map(([value, label]) => ({ value, label }));
  return { data, searchValue: text, onSearchChange: setText };
}

interface Shared {
  kind: Kind;
  label: string;
  description?: string;
  error?: string;
}

export function EntityPicker({
  kind,
  value,
  onChange,
  ...rest
}: Shared & { value: string[]; onChange: (ids: string[]) => void }) {
  const entries = useEntries(kind, value);
  return (
    <MultiSelect
      {...rest}
      {...entries}
      searchable
      clearable
      hidePickedOptions
      nothingFoundMessage="Nothing matches"
      value={value}
      onChange={onChange}
    />
  );
}

export function OneEntityPicker({
  kind,
  value,
  onChange,
  ...rest
}: Shared & { value: string | null; onChange: (id: string | null) => void }) {
  const entries = useEntries(kind, value === null ? [] : [value]);
  return (
    <Select
      {...rest}
      {...entries}
      searchable
      clearable
      nothingFoundMessage="Nothing matches"
      value={value}
      onChange={onChange}
    />
  );
}
