import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { OperationEntry } from '../lib/declarations.js';
import { listTitle } from '../shell/menu.js';

/** What an empty list says in place of its usual words and its button. */
export interface EmptyText {
  title: string;
  text: string;
}

/** An empty list says whether a filter hides its rows, and what would fill it. */
export function EmptyList({
  operation,
  filtered,
  clear,
  createAddress,
  empty,
}: {
  operation: OperationEntry;
  filtered: boolean;
  clear: () => void;
  createAddress?: string;
  empty?: EmptyText;
}) {
  // An acronym at the beginning stays one.
  const what = listTitle(operation).replace(/^[A-Z](?![A-Z])/, (first) => first.toLowerCase());
  return (
    <Card withBorder padding="xl">
      <Stack align="center" gap="xs" py="lg">
        <Text fw={600}>{filtered ? `No ${what} match` : (empty?.title ?? `No ${what} yet`)}</Text>
        <Text size="sm" c="dimmed" ta="center" maw={420}>
          {filtered
            ? 'Search and filters hide everything that is there.'
            : (empty?.text ??
              (createAddress
                ? 'The first one is made here.'
                : 'They appear here as soon as there are some.'))}
        </Text>
        <Group mt="xs">
          {filtered && (
            <Button variant="default" size="sm" onClick={clear}>
              Clear the filters
            </Button>
          )}
          {!filtered && createAddress && !empty && (
            <Button size="sm" component={Link} to={createAddress}>
              New
            </Button>
          )}
        </Group>
      </Stack>
    </Card>
  );
}
