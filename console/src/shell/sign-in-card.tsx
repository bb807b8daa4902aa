import { Card, Center } from '@mantine/core';
import type { ReactNode } from 'react';

/** What stands around each step of a sign-in. */
export function SignInCard({ children, wide = false }: { children: ReactNode; wide?: boolean }) {
  return (
    <Center mih="100vh" p="md" component="main">
      <Card withBorder padding="xl" radius="lg" w="100%" maw={wide ? 520 : 400} shadow="sm">
        {children}
      </Card>
    </Center>
  );
}
