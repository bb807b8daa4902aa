import { Button, Group, Pagination, Select, Text } from '@mantine/core';
import type { OperationEntry } from '../lib/declarations.js';
import type { useListQuery } from './list-query.js';

type ListState = ReturnType<typeof useListQuery>;

/** The names of the arrows. */
export const controlName = (control: string) => ({
  'aria-label': `${control.charAt(0).toUpperCase()}${control.slice(1)} page`,
});

/** Where in a list one is, by pages or by a cursor, and how many rows there are. */
export function Paging({
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
  const about = metadata?.['totalExact'] === false ? 'about ' : '';
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
        {total !== undefined && ` of ${about}${new Intl.NumberFormat('en').format(total)}`}
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
            getControlProps={controlName}
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
