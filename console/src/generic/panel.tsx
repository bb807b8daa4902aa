import { Card, Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A part of a page under a heading, with what can be done about it. */
export function Panel({
  title,
  actions,
  children,
  flush = false,
}: {
  title: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  /** For a table, which goes to the edges. */
  flush?: boolean;
}) {
  return (
    <Card withBorder padding={0} component="section">
      <Group justify="space-between" p="md" pb={flush ? 'sm' : 0}>
        <Title order={2}>{title}</Title>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      <div style={flush ? undefined : { padding: 'var(--mantine-spacing-md)' }}>{children}</div>
    </Card>
  );
}

/** A name and what it is, in a `dl` of class `details`. */
export function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
