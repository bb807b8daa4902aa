import { Anchor, Button, Card, Group, Stack, Switch, Table, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Nothing, SearchField, useListAddress } from '../../generic/list-tools.js';
import { moveByKeys, OrderButtons } from '../../generic/order-buttons.js';
import { sortOrdersAfterMove } from '../../generic/sort-orders.js';
import { useAct } from '../../generic/use-act.js';
import { State, Time } from '../../generic/value.js';
import { call } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { Icon } from '../../shell/icon.js';
import { PageLoader } from '../../shell/page-loader.js';
import { type PageBranch, pageBranches } from './page-tree.js';
import type { ListedPage } from './content-page.js';

const PAGE = 100;
const MAX_PAGES = 2_000;

/** Content pages as the tree in which storefronts show them. */
export function Page() {
  const declarations = useDeclarations();
  const session = useSession();
  const list = useListAddress();
  const deleted = list.params.get('deleted') === 'yes';
  const query = {
    ...({ limit: PAGE, sortBy: 'sortOrder', sortDirection: 'asc' } as const),
    ...(list.search && { searchValue: list.search }),
    ...(deleted && { includeDeleted: true }),
  };
  const pages = useQuery({
    queryKey: ['getAdminContentPages', 'tree', query],
    queryFn: async ({ signal }) => {
      const rows: ListedPage[] = [];
      for (let offset = 0; ; offset += PAGE) {
        const { data, metadata } = await call('getAdminContentPages', {
          query: { ...query, offset },
          signal,
        });
        rows.push(...data);
        if (!metadata?.hasMore || rows.length >= MAX_PAGES) return rows;
      }
    },
    placeholderData: keepPreviousData,
  });
  const { act, error } = useAct();
  const may = mayCall(declarations.get('putAdminContentPagesById'), session);
  const mayCreate = mayCall(declarations.get('postAdminContentPages'), session);
  const move =
    may && list.search === '' && !deleted
      ? (siblings: readonly ListedPage[], from: number, to: number) =>
          void act(async () => {
            for (const { id, sortOrder } of sortOrdersAfterMove(siblings, from, to))
              await call('putAdminContentPagesById', { path: { id }, body: { sortOrder } });
          })
      : undefined;
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <div>
          <Title order={1}>Content pages</Title>
          <Text size="sm" c="dimmed">
            The tree in which the storefront shows them; Alt with an arrow key moves a page, too.
          </Text>
        </div>
        {mayCreate && (
          <Button component={Link} to="/admin/content-pages/new" leftSection={<Icon name="plus" size={16} />}>
            New page
          </Button>
        )}
      </Group>
      <Group>
        <SearchField label="Search by title or slug" list={list} />
        <Switch
          label="Deleted ones, too"
          checked={deleted}
          onChange={(event) => list.change({ deleted: event.currentTarget.checked ? 'yes' : null })}
        />
      </Group>
      {error !== null && <ErrorView error={error} />}
      {pages.isLoadingError ? (
        <ErrorView error={pages.error} retry={() => void pages.refetch()} />
      ) : pages.isPending ? (
        <PageLoader />
      ) : pages.data.length === 0 ? (
        <Nothing title={list.search ? 'No page matches' : 'No content pages yet'}>
          {!list.search && mayCreate && (
            <Anchor component={Link} to="/admin/content-pages/new" size="sm">
              Write the first one
            </Anchor>
          )}
        </Nothing>
      ) : (
        <PageTable branches={pageBranches(pages.data)} move={move} />
      )}
    </Stack>
  );
}

function PageTable({
  branches,
  move,
}: {
  branches: readonly PageBranch[];
  move?: (siblings: readonly ListedPage[], from: number, to: number) => void;
}) {
  return (
    <Card withBorder padding={0}>
      <div className="scroll" tabIndex={0} role="region" aria-label="Content pages">
        <Table className="table" horizontalSpacing="md" verticalSpacing="xs" highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Title</Table.Th>
              {move && <Table.Th>Order</Table.Th>}
              <Table.Th>State</Table.Th>
              <Table.Th>Address</Table.Th>
              <Table.Th>Changed</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {branches.map(({ page, level, index, siblings }) => {
              const here = move && ((from: number, to: number) => move(siblings, from, to));
              return (
                <Table.Tr key={page.id} onKeyDown={here && moveByKeys(index, siblings.length, here)}>
                  <Table.Td>
                    <Group gap="sm" wrap="nowrap" pl={Math.min(level, 6) * 20}>
                      <Anchor
                        component={Link}
                        to={`/admin/content-pages/${page.id}`}
                        size="sm"
                        fw={600}
                        className="clip"
                      >
                        {page.title}
                      </Anchor>
                      {page.template === 'html' && <State text="raw HTML" />}
                    </Group>
                  </Table.Td>
                  {here && (
                    <Table.Td>
                      <OrderButtons name={page.title} index={index} count={siblings.length} move={here} />
                    </Table.Td>
                  )}
                  <Table.Td>
                    <State text={page.deletedAt ? 'deleted' : page.status.toLowerCase()} />
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm" c="dimmed" className="nowrap">
                      {page.slug}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <Time instant={page.updatedAt} />
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </div>
    </Card>
  );
}
