import { ActionIcon, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Icon } from '../shell/icon.js';

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
