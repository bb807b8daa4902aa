import { Anchor, Badge, Button, Card, Group, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { pathOf, type OperationId } from 'haat-client';
import { useNavigate } from 'react-router';
import { callAny } from '../lib/api.js';
import {
  type FeatureShapes,
  type OperationEntry,
  resolve,
  useDeclarations,
  useShapes,
} from '../lib/declarations.js';
import { mayCall, useSession } from '../lib/session.js';
import { ErrorView } from '../shell/error-view.js';
import { listTitle, readTitle } from '../shell/menu.js';
import { PageLoader } from '../shell/page-loader.js';
import { AddressTabs, useAddressTab } from './address-tabs.js';
import { RowDetails } from './row-details.js';
import { BackLink } from './back-link.js';
import { ListPage, type Row } from './list-page.js';
import { address, filesOf, readOf, withinRow } from './match.js';
import { RowActions } from './row-actions.js';

interface Props {
  operation: OperationEntry;
  params: Record<string, string>;
  shapes: FeatureShapes;
}

/** A row: what it says, what can be done with it, and the lists that hang on it. */
export function DetailPage({ operation, params, shapes }: Props) {
  const declarations = useDeclarations();
  const session = useSession();
  const navigate = useNavigate();
  const result = useQuery({
    queryKey: [operation.id, params],
    queryFn: ({ signal }) => callAny(operation.id, { path: params, signal }),
  });
  const list = declarations.index.operations.find(
    (item) => item.list && readOf(declarations, item)?.id === operation.id,
  );
  const listAddress = list && address(list, params);
  if (result.isLoadingError) return <ErrorView error={result.error} retry={() => void result.refetch()} />;
  if (result.isPending) return <PageLoader />;
  const row = result.data.data as Row;
  const title = list?.title && typeof row[list.title] === 'string' ? (row[list.title] as string) : undefined;
  const files = filesOf(declarations, operation).filter((item) => mayCall(item, session));
  return (
    <Stack gap="md">
      {list && listAddress && <BackLink to={listAddress} text={listTitle(list)} />}
      <Group justify="space-between" align="flex-start">
        <Group gap="sm">
          <Title order={1}>{title ?? readTitle(operation)}</Title>
          {typeof row['deletedAt'] === 'string' && (
            <Badge color="red" variant="light" tt="none">
              Deleted
            </Badge>
          )}
        </Group>
        <Group gap="xs">
          {files.map((item) => (
            <Button
              key={item.id}
              size="sm"
              variant="default"
              component="a"
              href={pathOf(item.id as OperationId, params)}
              target="_blank"
            >
              {item.summary}
            </Button>
          ))}
          {list && (
            <RowActions
              list={list}
              row={row}
              params={params}
              onDeleted={() => listAddress && void navigate(listAddress)}
            />
          )}
        </Group>
      </Group>
      <Parts operation={operation} params={params} shapes={shapes} row={row} />
    </Stack>
  );
}

/** What the row says, and as tabs the lists and reads that hang on it. */
function Parts({ operation, params, shapes, row }: Props & { row: Row }) {
  const declarations = useDeclarations();
  const session = useSession();
  const within = withinRow(declarations, operation.entity, operation.audience).filter((item) =>
    mayCall(item, session),
  );
  const tabs = [
    { value: 'details', label: 'Details' },
    ...within.map((item) => ({ value: item.id, label: item.list ? listTitle(item) : readTitle(item) })),
  ];
  const tab = useAddressTab(tabs);
  const shown = within.find(({ id }) => id === tab);
  return (
    <>
      {within.length > 0 && <AddressTabs tabs={tabs} name="Parts of the row" />}
      {shown ? (
        <Within
          key={shown.id}
          operation={shown}
          params={{ [shown.params[0]?.name ?? '']: Object.values(params).at(-1) ?? '' }}
        />
      ) : (
        <RowDetails
          row={row}
          schema={resolve(shapes.operations[operation.id]?.data, shapes.schemas).schema}
          schemas={shapes.schemas}
        />
      )}
    </>
  );
}

/** A list, or another read, that hangs on the row. */
function Within({ operation, params }: { operation: OperationEntry; params: Record<string, string> }) {
  const shapes = useShapes(operation.slug);
  if (!shapes) return <PageLoader />;
  if (operation.list) return <ListPage operation={operation} params={params} shapes={shapes} embedded />;
  return <Single operation={operation} params={params} shapes={shapes} />;
}

function Single({ operation, params, shapes }: Props) {
  const result = useQuery({
    queryKey: [operation.id, params],
    queryFn: ({ signal }) => callAny(operation.id, { path: params, signal }),
  });
  if (result.isLoadingError) return <ErrorView error={result.error} retry={() => void result.refetch()} />;
  if (result.isPending) return <PageLoader />;
  return (
    <Card withBorder padding="lg">
      <RowDetails
        row={(result.data.data ?? {}) as Row}
        schema={resolve(shapes.operations[operation.id]?.data, shapes.schemas).schema}
        schemas={shapes.schemas}
      />
      <Anchor size="xs" c="dimmed" mt="sm" href={pathOf(operation.id as OperationId, params)} target="_blank">
        As JSON
      </Anchor>
    </Card>
  );
}
