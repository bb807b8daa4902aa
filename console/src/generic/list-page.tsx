import { ActionIcon, Button, Card, Group, Menu, Pagination, Select, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { callAny } from '../lib/api.js';
import { type FeatureShapes, type OperationEntry, resolve, useDeclarations } from '../lib/declarations.js';
import { label } from '../lib/format.js';
import { mayCall, useSession } from '../lib/session.js';
import { ErrorView } from '../shell/error-view.js';
import { Icon } from '../shell/icon.js';
import { listTitle } from '../shell/menu.js';
import { PageLoader } from '../shell/page-loader.js';
import { columnsOf } from './columns.js';
import { EmptyList } from './empty-list.js';
import { downloadCsv } from './csv.js';
import { Filters } from './filters.js';
import { useListQuery } from './list-query.js';
import { ListTable } from './list-table.js';
import { address, rowParams } from './match.js';
import { ChoiceTabs } from './choice-tabs.js';

interface Props {
  operation: OperationEntry;
  params: Record<string, string>;
  shapes: FeatureShapes;
  /** Within the page of a row: without title and menu. */
  embedded?: boolean;
}

export type Row = Record<string, unknown>;

/** A list as a table: search, filters, order, paging, columns of one's own, and the filter as a CSV file. */
export function ListPage({ operation, params, shapes, embedded = false }: Props) {
  const declarations = useDeclarations();
  const session = useSession();
  const navigate = useNavigate();
  const list = useListQuery(operation);
  const result = useQuery({
    queryKey: [operation.id, params, list.query],
    queryFn: ({ signal }) => callAny(operation.id, { path: params, query: list.query, signal }),
    placeholderData: keepPreviousData,
  });
  const shape = shapes.operations[operation.id];
  const columns = columnsOf(
    resolve(shape?.data, shapes.schemas).schema.items,
    shapes.schemas,
    operation.title,
  );
  const stored = list.params.get('columns') ?? localStorage.getItem(`columns:${operation.id}`);
  const shown = stored
    ? stored.split(',').filter((name) => columns.all.some((column) => column.name === name))
    : columns.shown;
  const create = declarations.get(operation.create);
  const read = declarations.get(operation.read);
  const rows = (result.data?.data as Row[] | undefined) ?? [];

  const linkOf = (row: Row) =>
    read && mayCall(read, session)
      ? address(read, rowParams(read, row, operation.entity, params))
      : undefined;
  const newAddress = address(operation, params);

  return (
    <Stack gap="md">
      {!embedded && (
        <Group justify="space-between" align="flex-end">
          <Title order={1}>{listTitle(operation)}</Title>
          <Group gap="xs">
            <ColumnMenu
              id={operation.id}
              all={columns.all.map(({ name }) => name)}
              shown={shown}
              onChange={(names) => list.change({ columns: names.join(','), page: String(list.page) }, true)}
            />
            <Button
              variant="default"
              size="sm"
              onClick={() => void downloadCsv(operation, params, list.query, columns.all)}
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
        </Group>
      )}
      {!embedded && <ChoiceTabs operation={operation} params={params} />}
      <Filters operation={operation} parameters={shape?.query ?? []} list={list} />
      {result.error ? (
        <ErrorView error={result.error} retry={() => void result.refetch()} />
      ) : result.isPending ? (
        <PageLoader />
      ) : rows.length === 0 ? (
        <EmptyList
          operation={operation}
          filtered={[...list.params.keys()].some((name) => name !== 'columns')}
          clear={() => void navigate({ search: '' })}
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
            />
          </Card>
          <Paging operation={operation} list={list} metadata={result.data?.metadata} count={rows.length} />
        </>
      )}
    </Stack>
  );
}

function ColumnMenu({
  id,
  all,
  shown,
  onChange,
}: {
  id: string;
  all: string[];
  shown: string[];
  onChange: (names: string[]) => void;
}) {
  const toggle = (name: string) => {
    const next = shown.includes(name) ? shown.filter((item) => item !== name) : [...shown, name];
    localStorage.setItem(`columns:${id}`, next.join(','));
    onChange(next);
  };
  return (
    <Menu closeOnItemClick={false} position="bottom-end">
      <Menu.Target>
        <Button variant="default" size="sm">
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {all.map((name) => (
          <Menu.Item
            key={name}
            onClick={() => toggle(name)}
            rightSection={shown.includes(name) ? <Icon name="check" size={14} /> : null}
          >
            {label(name)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

type ListState = ReturnType<typeof useListQuery>;

function Paging({
  operation,
  list,
  metadata,
  count,
}: {
  operation: OperationEntry;
  list: ListState;
  metadata: Record<string, unknown> | undefined;
  count: number;
}) {
  const total = metadata?.['total'] as number | undefined;
  const next = metadata?.['nextCursor'] as string | null | undefined;
  if (operation.list?.paging === 'none')
    return (
      <Text size="sm" c="dimmed">
        {count} rows
      </Text>
    );
  if (operation.list?.paging === 'cursor')
    return (
      <Group justify="flex-end">
        {list.params.get('cursor') && (
          <Button variant="default" size="sm" onClick={() => list.change({ cursor: null })}>
            First page
          </Button>
        )}
        {next && (
          <Button variant="default" size="sm" onClick={() => list.change({ cursor: next, page: '' })}>
            Next page
          </Button>
        )}
      </Group>
    );
  const first = (list.page - 1) * list.limit + 1;
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed">
        {first} to {first + count - 1}
        {total !== undefined && ` of ${new Intl.NumberFormat('en').format(total)}`}
      </Text>
      <Group gap="xs">
        <Select
          size="xs"
          w={90}
          aria-label="Rows of a page"
          data={['10', '25', '50', '100']}
          value={String(list.limit)}
          onChange={(value) => list.change({ limit: value })}
          allowDeselect={false}
        />
        {total !== undefined && total > list.limit && (
          <Pagination
            size="sm"
            total={Math.ceil(total / list.limit)}
            value={list.page}
            onChange={(page) => list.change({ page: String(page) })}
          />
        )}
      </Group>
    </Group>
  );
}

export function BackLink({ to, text }: { to: string; text: string }) {
  return (
    <Group gap={4}>
      <ActionIcon component={Link} to={to} variant="subtle" color="gray" size="sm" aria-label={text}>
        <Icon name="back" size={16} />
      </ActionIcon>
      <Text component={Link} to={to} size="sm" c="dimmed">
        {text}
      </Text>
    </Group>
  );
}
