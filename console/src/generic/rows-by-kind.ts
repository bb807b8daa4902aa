import { useDebouncedValue } from '@mantine/hooks';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callAny } from '../lib/api.js';

/** Kinds of rows that forms refer to: how they are searched, read by id and named. */
export type RowKind = keyof typeof kinds;

interface Kind {
  list: string;
  /** Reads one row; without it the list is filtered by its `id`. */
  read?: [operation: string, parameter: string];
  title: (row: Record<string, unknown>) => string;
  /** The parameter of the list that searches; `search` by default. */
  search?: string;
}

const titled = (row: Record<string, unknown>) => String(row['title']);

const kinds = {
  categories: { list: 'getAdminCategories', read: ['getAdminCategoriesById', 'id'], title: titled },
  brands: { list: 'getAdminBrands', read: ['getAdminBrandsById', 'id'], title: titled },
  tags: { list: 'getAdminTags', read: ['getAdminTagsById', 'id'], title: titled },
  ingredients: { list: 'getAdminIngredients', read: ['getAdminIngredientsById', 'id'], title: titled },
  vendors: {
    list: 'getAdminVendors',
    read: ['getAdminVendorsByVendorId', 'vendorId'],
    title: (row) => String(row['displayName']),
  },
  customers: {
    list: 'getAdminCustomers',
    read: ['getAdminCustomersById', 'id'],
    title: (row) => [row['name'], row['email']].filter(Boolean).join(', '),
  },
  products: { list: 'getAdminProducts', read: ['getAdminProductsById', 'id'], title: titled },
  variants: {
    list: 'getAdminVariants',
    title: (row) => [row['productTitle'], row['sku']].filter(Boolean).join(', '),
  },
  attributes: {
    list: 'getAdminProductAttributes',
    read: ['getAdminProductAttributesById', 'id'],
    title: titled,
  },
  contentPages: {
    list: 'getAdminContentPages',
    read: ['getAdminContentPagesById', 'id'],
    search: 'searchValue',
    title: titled,
  },
  listings: {
    list: 'getAdminDynamicProductListings',
    read: ['getAdminDynamicProductListingsById', 'id'],
    title: titled,
  },
  discounts: {
    list: 'getAdminDiscounts',
    read: ['getAdminDiscountsById', 'id'],
    title: (row) => `${String(row['name'])} (${String(row['code'])})`,
  },
  customerGroups: {
    list: 'getAdminCustomerGroups',
    read: ['getAdminCustomerGroupsById', 'id'],
    title: (row) => String(row['name']),
  },
  campaignTemplates: {
    list: 'getAdminCampaignsTemplates',
    read: ['getAdminCampaignsTemplatesById', 'id'],
    title: (row) => String(row['name']),
  },
} satisfies Record<string, Kind>;

export interface Choice {
  value: string;
  label: string;
}

type Row = Record<string, unknown>;

/** Rows of a kind by what somebody types. `valueOf` says what of a row a form keeps: its id, or its slug. */
export function useChoices(kind: RowKind, known: readonly Choice[], valueOf: 'id' | 'slug' = 'id') {
  const { list, title, search: parameter = 'search' }: Kind = kinds[kind];
  const [text, setText] = useState('');
  // Nothing is asked for before somebody opens the choices.
  const [opened, setOpened] = useState(false);
  const [search] = useDebouncedValue(text, 250);
  // The box shows the name of what is chosen; that is not a search.
  const asked = known.some(({ label }) => label === search) ? '' : search;
  const found = useQuery({
    queryKey: [list, 'choices', asked],
    queryFn: ({ signal }) =>
      callAny(list, { query: { limit: 50, ...(asked && { [parameter]: asked }) }, signal }),
    enabled: opened,
    staleTime: 60_000,
  });
  const entries = new Map(known.map(({ value, label }) => [value, label]));
  for (const row of (found.data?.data as Row[] | undefined) ?? [])
    entries.set(String(row[valueOf]), title(row));
  const data: Choice[] = [...entries].map(([value, label]) => ({ value, label }));
  return {
    data,
    searchValue: text,
    onSearchChange: setText,
    onDropdownOpen: () => setOpened(true),
    nothingFoundMessage: found.isFetching ? 'Searching …' : 'Nothing matches',
  };
}

/** The names of rows by their ids; an id whose row is gone keeps the end of its id. */
export function useNames(kind: RowKind, ids: readonly string[]): Map<string, string> {
  const { list, read, title }: Kind = kinds[kind];
  const rows = useQueries({
    queries: ids.map((id) => ({
      queryKey: [list, 'name', id],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        if (read) return (await callAny(read[0], { path: { [read[1]]: id }, signal })).data as Row;
        const { data } = await callAny(list, { query: { limit: 1, 'filters[]': [`id:eq:${id}`] }, signal });
        return (data as Row[])[0] ?? null;
      },
      staleTime: 300_000,
      retry: false,
    })),
  });
  return new Map(
    ids.map((id, index) => {
      const row = rows[index]?.data;
      return [id, row ? title(row) : `…${id.slice(-6)}`];
    }),
  );
}
