import { Badge, Group, Text } from '@mantine/core';

const SHOWN = 6;

/** What an endpoint asks for. */
export function EventNames({ names }: { names: readonly string[] }) {
  return (
    <Group gap={4}>
      {names.slice(0, SHOWN).map((name) => (
        <Badge key={name} variant="light" color="gray" tt="none" miw="max-content">
          {name === '*' ? 'All events' : name}
        </Badge>
      ))}
      {names.length > SHOWN && (
        <Text size="xs" c="dimmed">
          and {names.length - SHOWN} more
        </Text>
      )}
    </Group>
  );
}
