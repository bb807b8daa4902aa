import { Card, Group, Pagination, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { Icon } from '../shell/icon.js';

export const PAGE_ROWS = 25;

/** Search and page of a list made by hand, in the address. */
export function useListAddress() {
  const [params, setParams] = useSearchParams();
  const page = Math.max(1, Number(params.get('page') ?? 1) || 1);
  const search = params.get('search') ?? '';
  const change = (values: Record<string, string | null>, replace = false) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (!('page' in values)) next.delete('page');
        for (const [name, value] of Object.entries(values))
          if (value === null || value === '') next.delete(name);
          else next.set(name, value);
        return next;
      },
      { replace },
    );
  const query = { limit: PAGE_ROWS, page, ...(search !== '' && { search }) };
  return { params, page, search, change, query };
}

export function SearchField({ label, list }: { label: string; list: ReturnType<typeof useListAddress> }) {
  const change = useDebouncedCallback((search: string) => list.change({ search }, true), 250);
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      leftSection={<Icon name="search" size={16} />}
      defaultValue={list.search}
      onChange={(event) => change(event.currentTarget.value)}
      flex={1}
      miw={180}
      maw={360}
    />
  );
}

export function Pages({
  total,
  list,
}: {
  total: number | undefined;
  list: ReturnType<typeof useListAddress>;
}) {
  if (total === undefined || total <= PAGE_ROWS) return null;
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed">
        {total} in all
      </Text>
      <Pagination
        size="sm"
        total={Math.ceil(total / PAGE_ROWS)}
        value={list.page}
        onChange={(page) => list.change({ page: String(page) })}
        getControlProps={(control) => ({ 'aria-label': `${control} page` })}
      />
    </Group>
  );
}

/** What an empty list says: why, and what would fill it. */
export function Nothing({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Card withBorder padding="xl">
      <Stack align="center" gap="xs" py="lg">
        <Text fw={600}>{title}</Text>
        {children && (
          <Text size="sm" c="dimmed" ta="center" maw={440} component="div">
            {children}
          </Text>
        )}
      </Stack>
    </Card>
  );
}
