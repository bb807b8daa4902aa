import { Card, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/**
 * One figure with its name. A figure never breaks within itself: it is set the smaller the more characters it has and
 * the narrower its card is.
 */
export function Figure({ name, value, note }: { name: string; value: string; note?: ReactNode }) {
  return (
    <Card withBorder padding="md" className="figure">
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Text fw={650} className="amount" style={{ '--characters': value.length }}>
        {value}
      </Text>
      {note && (
        <Text size="xs" c="dimmed" component="div">
          {note}
        </Text>
      )}
    </Card>
  );
}
