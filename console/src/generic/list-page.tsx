import { Button, Card, Group, Stack, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { callAny } from '../lib/api.js';
import { type FeatureShapes, type OperationEntry, resolve, useDeclarations } from '../lib/declarations.js';
import { mayCall, useSession } from '../lib/session.js';
import { ErrorView } from '../shell/error-view.js';
import { Icon } from '../shell/icon.js';
import { listTitle } from '../shell/menu.js';
import { PageLoader } from '../shell/page-loader.js';
import { ColumnMenu } from './column-menu.js';
import { columnsOf } from './columns.js';
import { EmptyList, type EmptyText } from './empty-list.js';
import { downloadCsv } from './csv.js';
import { Filters } from './filters.js';
import { notQueried, useListQuery } from './list-query.js';
import { ListTable } from './list-table.js';
import { address, readOf, rowParams } from './match.js';
import { ChoiceTabs } from './choice-tabs.js';
import { Paging } from './paging.js';
import { SavedViews } from './saved-views.js';

interface Props {
  operation: OperationEntry;
  params: Record<string, string>;
  shapes: FeatureShapes;
  /** Within another page: without title. */
  embedded?: boolean;
  /** Within another page, but with views, columns and the file. */
  tools?: boolean;
  /** What is always asked for, a filter of the page around it for one. */
  fixed?: Readonly<Record<string, string | string[]>>;
  /** Which columns are shown unless the person chose others. */
  columns?: readonly string[];
  /** More of a row, shown below it. */
  more?: (row: Row) => ReactNode;
  empty?: EmptyText;
}

export type Row = Record<string, unknown>;

/** A list as a table: search, filters, order, paging, columns of one's own, and the filter as a CSV file. */
export function ListPage({
  operation,
  params,
  shapes,
  embedded = false,
  tools,
  fixed,
  columns: first,
  more,
  empty,
}: Props) {
  const declarations = useDeclarations();
  const session = useSession();

  const list = useListQuery(operation, fixed);
  const shape = shapes.operations[operation.id];
  // Of millions of rows it is known at once how many there are about; to count them takes longer than the page.
  const estimates = shape?.query.some(({ name }) => name === 'total');
  const query = estimates ? { total: 'estimated', ...list.query } : list.query;
  const result = useQuery({
    queryKey: [operation.id, params, query],
    queryFn: ({ signal }) => callAny(operation.id, { path: params, query, signal }),
    placeholderData: keepPreviousData,
  });
  const columns = columnsOf(
    resolve(shape?.data, shapes.schemas).schema.items,
    shapes.schemas,
    operation.title,
  );
  const stored = list.params.get('columns') ?? localStorage.getItem(`columns:${operation.id}`);
  const shown = stored
    ? stored.split(',').filter((name) => columns.all.some((column) => column.name === name))
    : first
      ? [...first]
      : columns.shown;
  const create = declarations.get(operation.create);
  const read = readOf(declarations, operation);
  const rows = (result.data?.data as Row[] | undefined) ?? [];

  const linkOf = (row: Row) =>
    read && mayCall(read, session)
      ? address(read, rowParams(read, row, operation.entity, params))
      : undefined;
  const newAddress = address(operation, params);

  const filters = <Filters operation={operation} parameters={shape?.query ?? []} list={list} />;
  const toolbar = (
    <Group gap="xs">
      <SavedViews id={operation.id} params={list.params} />
      <ColumnMenu
        id={operation.id}
        all={columns.all.map(({ name }) => name)}
        shown={shown}
        onChange={(names) => list.change({ columns: names.join(','), page: String(list.page) }, true)}
      />
      <Button
        variant="default"
        size="sm"
        onClick={() =>
          void downloadCsv(operation, params, list.query, columns.all).catch((error: unknown) =>
            notifications.show({
              color: 'red',
              message: error instanceof Error ? error.message : String(error),
            }),
          )
        }
      >
        CSV
      </Button>
      {create && mayCall(create, session) && newAddress && (
        <Button
          size="sm"
          component={Link}
          to={`${newAddress}/new`}
          leftSection={<Icon name="plus" size={16} />}
        >
          New
        </Button>
      )}
    </Group>
  );

  return (
    <Stack gap="md">
      {!embedded && (
        <Group justify="space-between" align="flex-end">
          <Title order={1}>{listTitle(operation)}</Title>
          {toolbar}
        </Group>
      )}
      {!embedded && <ChoiceTabs operation={operation} params={params} />}
      {embedded && tools ? (
        <Group justify="space-between" align="flex-start">
          {filters}
          {toolbar}
        </Group>
      ) : (
        filters
      )}
      {result.error ? (
        <ErrorView error={result.error} retry={() => void result.refetch()} />
      ) : result.isPending ? (
        <PageLoader />
      ) : rows.length === 0 ? (
        <EmptyList
          operation={operation}
          filtered={[...list.params.keys()].some((name) => !notQueried.has(name))}
          clear={() =>
            list.change(
              Object.fromEntries(
                [...list.params.keys()].filter((name) => !notQueried.has(name)).map((name) => [name, null]),
              ),
            )
          }
          empty={empty}
          createAddress={create && mayCall(create, session) ? `${newAddress}/new` : undefined}
        />
      ) : (
        <>
          <Card withBorder padding={0} style={{ opacity: result.isPlaceholderData ? 0.6 : 1 }}>
            <ListTable
              operation={operation}
              columns={shown.flatMap((name) => columns.all.find((column) => column.name === name) ?? [])}
              rows={rows}
              list={list}
              linkOf={linkOf}
              params={params}
              more={more}
            />
          </Card>
          <Paging operation={operation} list={list} metadata={result.data?.metadata} count={rows.length} />
        </>
      )}
    </Stack>
  );
}
