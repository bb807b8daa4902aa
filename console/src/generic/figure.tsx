import { Card, Text } from '@mantine/core';

/** One figure with its name. */
export function Figure({ name, value, note }: { name: string; value: string; note?: string }) {
  return (
    <Card withBorder padding="md">
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Text fz={{ base: 17, sm: 22 }} fw={650} style={{ overflowWrap: 'anywhere' }}>
        {value}
      </Text>
      {note && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </Card>
  );
}
