import { MultiSelect, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
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
function useEntries(kind: Kind, known: readonly Entry[]) {
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text, 250);
  const found = useQuery({
    queryKey: [lists[kind], 'choices', search],
    queryFn: ({ signal }) =>
      callAny(lists[kind], { query: { limit: 50, ...(search && { search }) }, signal }),
    staleTime: 60_000,
  });
  const entries = new Map(known.map(({ id, title }) => [id, title]));
  for (const { id, title } of (found.data?.data as Entry[] | undefined) ?? []) entries.set(id, title);
  const data = [...entries].map(([value, label]) => ({ value, label }));
  return { data, searchValue: text, onSearchChange: setText };
}

interface Shared {
  kind: Kind;
  label: string;
  description?: string;
  error?: string;
  /** Entries that are chosen already, with their names. */
  known?: readonly Entry[];
}

export function EntityPicker({
  kind,
  known = [],
  value,
  onChange,
  ...rest
}: Shared & { value: string[]; onChange: (ids: string[]) => void }) {
  const entries = useEntries(kind, known);
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
  known = [],
  value,
  onChange,
  ...rest
}: Shared & { value: string | null; onChange: (id: string | null) => void }) {
  const entries = useEntries(kind, known);
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
