import { Alert, Anchor, Button, Group, Stack, Switch, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Nothing, PAGE_ROWS, Pages, SearchField, useListAddress } from '../../generic/list-tools.js';
import { sortOrdersAfterMove } from '../../generic/sort-orders.js';
import { useAct } from '../../generic/use-act.js';
import { callAny } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { Icon } from '../../shell/icon.js';
import { PageLoader } from '../../shell/page-loader.js';
import { EntryTable } from './entry-table.js';
import { type Entry, type Taxonomy, useTaxonomy } from './taxonomies.js';
import { branchesOf } from './tree.js';

const TREE_ROWS = 100;
const MAX_TREE = 2_000;

/** Entries of a taxonomy in their order: categories as a tree, the others as a list. */
export function Page() {
  const taxonomy = useTaxonomy();
  const mayCreate = mayCall(useDeclarations().get(taxonomy.create), useSession());
  const list = useListAddress();
  const deleted = list.params.get('deleted') === 'yes';
  // A tree is whole; what is searched for, and long lists, come page by page.
  const tree = taxonomy.kind === 'categories' && list.search === '' && !deleted;
  const entries = useEntries(taxonomy, list, { tree, deleted });
  const rows = entries.data?.rows ?? [];
  const branches = tree
    ? branchesOf(rows)
    : rows.map((entry, index) => ({ entry, level: 0, index, siblings: rows }));
  const order = useOrder(taxonomy);
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <div>
          <Title order={1}>{taxonomy.title}</Title>
          <Text size="sm" c="dimmed">
            The storefront shows them in this order. Alt with an arrow key moves an entry, too.
          </Text>
        </div>
        {mayCreate && (
          <Button
            component={Link}
            to={`/admin/${taxonomy.kind}/new`}
            leftSection={<Icon name="plus" size={16} />}
          >
            New {taxonomy.singular}
          </Button>
        )}
      </Group>
      <Group>
        <SearchField label="Search" list={list} />
        <Switch
          label="Deleted ones, too"
          checked={deleted}
          onChange={(event) => list.change({ deleted: event.currentTarget.checked ? 'yes' : null })}
        />
      </Group>
      {order.error !== null && <ErrorView error={order.error} />}
      {entries.data?.cut && (
        <Alert color="gray">The tree is too large to be shown whole; search for an entry.</Alert>
      )}
      {entries.isLoadingError ? (
        <ErrorView error={entries.error} retry={() => void entries.refetch()} />
      ) : entries.isPending ? (
        <PageLoader />
      ) : rows.length === 0 ? (
        <Nothing title={list.search ? `No ${taxonomy.kind} match` : `No ${taxonomy.kind} yet`}>
          {!list.search && mayCreate && (
            <Anchor component={Link} to={`/admin/${taxonomy.kind}/new`} size="sm">
              Make the first one
            </Anchor>
          )}
        </Nothing>
      ) : (
        <EntryTable
          taxonomy={taxonomy}
          branches={branches}
          // The order of a search is not that of the storefront.
          move={
            order.may && list.search === '' && !deleted
              ? (siblings, from, to) => order.move(siblings, from, to, tree ? 1 : list.page)
              : undefined
          }
        />
      )}
      {!tree && <Pages total={entries.data?.total} list={list} />}
    </Stack>
  );
}

function useEntries(
  { list: operation, kind }: Taxonomy,
  list: ReturnType<typeof useListAddress>,
  { tree, deleted }: { tree: boolean; deleted: boolean },
) {
  const query = {
    sort: 'sortOrder:asc',
    ...(tree ? { limit: TREE_ROWS } : list.query),
    ...(deleted && { 'filters[]': ['includeDeleted:eq:true'] }),
  };
  return useQuery({
    queryKey: [operation, kind, query],
    queryFn: async ({ signal }) => {
      const rows: Entry[] = [];
      for (let page = tree ? 1 : list.page; ; page += 1) {
        const { data, metadata } = await callAny(operation, { query: { ...query, page }, signal });
        rows.push(...(data as Entry[]));
        const more = metadata?.['hasMore'] === true;
        if (!tree || !more || rows.length >= MAX_TREE)
          return { rows, total: metadata?.['total'] as number | undefined, cut: tree && more };
      }
    },
    placeholderData: keepPreviousData,
  });
}

/** Saves the order of entries, one after the other; those that keep their place are left alone. */
function useOrder({ update, list }: Taxonomy) {
  const may = mayCall(useDeclarations().get(update), useSession());
  const queries = useQueryClient();
  const { act, error, busy } = useAct();
  return {
    may: may && !busy,
    error,
    move: (siblings: readonly Entry[], from: number, to: number, page: number) =>
      void act(async () => {
        const above = await entriesAbove(list, siblings, page);
        const places = sortOrdersAfterMove([...above, ...siblings], above.length + from, above.length + to);
        // Seen at once; what the API has is read again afterwards.
        const bySort = new Map(places.map(({ id, sortOrder }) => [id, sortOrder]));
        queries.setQueriesData<{ rows: Entry[] }>(
          {
            predicate: ({ queryKey: [id, , query] }) =>
              String(id).startsWith('getAdmin') && query !== undefined,
          },
          (before) =>
            before?.rows === undefined
              ? before
              : {
                  ...before,
                  rows: before.rows
                    .map((row) => ({ ...row, sortOrder: bySort.get(row.id) ?? row.sortOrder }))
                    .sort((first, second) => first.sortOrder - second.sortOrder),
                },
        );
        for (const { id, sortOrder } of places) await callAny(update, { path: { id }, body: { sortOrder } });
      }),
  };
}

/** Entries of earlier pages, which have to make room where several entries share a sort order. */
async function entriesAbove(operation: string, rows: readonly Entry[], page: number): Promise<Entry[]> {
  const distinct = new Set(rows.map(({ sortOrder }) => sortOrder)).size === rows.length;
  const count = distinct ? 0 : (page - 1) * PAGE_ROWS;
  const above: Entry[] = [];
  for (let next = 1; above.length < count; next += 1) {
    const query = { sort: 'sortOrder:asc', limit: TREE_ROWS, page: next };
    const { data, metadata } = await callAny(operation, { query });
    above.push(...(data as Entry[]));
    if (metadata?.['hasMore'] !== true) break;
  }
  return above.slice(0, count);
}
