import { Button, Group, Menu, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callAny } from '../lib/api.js';
import { type OperationEntry, useDeclarations, useShapes } from '../lib/declarations.js';
import { label } from '../lib/format.js';
import { mayCall, useSession } from '../lib/session.js';
import { ErrorView } from '../shell/error-view.js';
import { PageLoader } from '../shell/page-loader.js';
import { useRefreshAll } from './act-button.js';
import type { Row } from './list-page.js';
import { actionsOf, address, filesOnRow, readBeside, readOf, rowParams } from './match.js';
import { OperationForm } from './operation-form.js';

interface Props {
  list: OperationEntry;
  row: Row;
  params: Record<string, string>;
  /** As a menu, in a table. */
  compact?: boolean;
  onDeleted?: () => void;
}

const dangerous = /^(Delete|Cancel|Reject|Ban|Discard|Drop|Remove|Revoke|Disconnect)/;

/** What can be done with a row: each act says what it does before it is done. */
export function RowActions({ list, row, params, compact = false, onDeleted }: Props) {
  const declarations = useDeclarations();
  const session = useSession();
  const [open, setOpen] = useState<OperationEntry | null>(null);
  const deleted = typeof row['deletedAt'] === 'string';
  const standard = [list.update, deleted ? list.restore : list.delete].flatMap(
    (id) => declarations.get(id) ?? [],
  );
  const acts = [...standard, ...actionsOf(declarations, list)].filter(
    (item) =>
      mayCall(item, session) &&
      Object.values(rowParams(item, row, list.entity, params)).every((value) => value !== undefined),
  );
  const files = readOf(declarations, list)
    ? []
    : filesOnRow(declarations, list).flatMap((item) => {
        const href = mayCall(item, session)
          ? address(item, rowParams(item, row, list.entity, params))
          : undefined;
        return href === undefined ? [] : [{ id: item.id, title: item.summary, href }];
      });
  if (acts.length + files.length === 0) return null;
  const title = (item: OperationEntry) => (item.id === list.update ? 'Edit' : verbOf(item));
  const first = compact ? undefined : acts[0];
  const rest = compact ? acts : acts.slice(1);
  return (
    <>
      <Group gap="xs" justify="flex-end" wrap="nowrap" onClick={(event) => event.stopPropagation()}>
        {first && (
          <Button
            size="sm"
            variant="default"
            onClick={() => setOpen(first)}
            color={dangerous.test(first.summary) ? 'red' : undefined}
          >
            {title(first)}
          </Button>
        )}
        {rest.length + files.length > 0 && (
          <Menu position="bottom-end">
            <Menu.Target>
              <Button size={compact ? 'compact-sm' : 'sm'} variant="default" aria-label="More acts">
                {compact ? '…' : 'More'}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {files.map(({ id, title: text, href }) => (
                <Menu.Item key={id} component="a" href={href} target="_blank">
                  {text}
                </Menu.Item>
              ))}
              {rest.map((item) => (
                <Menu.Item
                  key={item.id}
                  color={dangerous.test(item.summary) ? 'red' : undefined}
                  onClick={() => setOpen(item)}
                >
                  {title(item)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
      {open && (
        <ActDialog
          operation={open}
          list={list}
          row={row}
          params={params}
          close={() => setOpen(null)}
          onDeleted={onDeleted}
          isUpdate={open.id === list.update}
        />
      )}
    </>
  );
}

/** `Approve a request: its entry is created` is `Approve`; two acts of one verb keep what tells them apart. */
function verbOf({ summary, path }: OperationEntry): string {
  const last = path.split('/').at(-1) ?? '';
  return last.startsWith('{') ? (summary.split(' ')[0] ?? summary) : label(last);
}

function ActDialog({
  operation,
  list,
  row,
  params,
  close,
  onDeleted,
  isUpdate,
}: Props & { operation: OperationEntry; close: () => void; isUpdate: boolean }) {
  const shapes = useShapes(operation.slug);
  const refresh = useRefreshAll();
  const path = rowParams(operation, row, list.entity, params) as Record<string, string>;
  const name = list.title && typeof row[list.title] === 'string' ? (row[list.title] as string) : undefined;
  const reading = readBeside(useDeclarations(), operation);
  const read = async () => (reading ? ((await callAny(reading.id, { path })).data as Row) : row);
  const stored = useQuery({
    queryKey: ['edited', reading?.id, path],
    queryFn: read,
    enabled: reading !== undefined,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const edited = reading && stored.isFetchedAfterMount ? stored.data : undefined;
  return (
    <Modal opened onClose={close} title={operation.summary} size={isUpdate ? 'lg' : 'md'}>
      {stored.error ? (
        <ErrorView error={stored.error} retry={() => void stored.refetch()} />
      ) : !shapes || (reading && !edited) ? (
        <PageLoader />
      ) : (
        <Stack>
          {name && (
            <Text size="sm" fw={600}>
              {name}
            </Text>
          )}
          {operation.body && shapes.operations[operation.id]?.description && (
            <Text size="sm" c="dimmed">
              {shapes.operations[operation.id]?.description}
            </Text>
          )}
          <OperationForm
            operation={operation}
            path={path}
            shapes={shapes}
            initial={isUpdate ? (edited ?? row) : {}}
            {...(edited && { edited: { row: edited, read } })}
            submitLabel={isUpdate ? 'Save' : verbOf(operation)}
            onCancel={close}
            onDone={() => {
              close();
              notifications.show({ color: 'teal', message: 'Done' });
              void refresh();
              if (operation.id === list.delete) onDeleted?.();
            }}
          />
        </Stack>
      )}
    </Modal>
  );
}
