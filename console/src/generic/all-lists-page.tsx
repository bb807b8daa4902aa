import { Anchor, Card, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { useDeclarations } from '../lib/declarations.js';
import { useSession } from '../lib/session.js';
import { menuOf } from '../shell/menu.js';

/** Everything that can be listed, on one page. */
export function Page() {
  const declarations = useDeclarations();
  const session = useSession();
  return (
    <Stack>
      <Title order={1}>Everything</Title>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        {menuOf(declarations, session, 'admin').map(({ label, items }) => (
          <Card key={label} withBorder padding="lg">
            <Text fw={650} mb="xs">
              {label}
            </Text>
            <Stack gap={6}>
              {items.map(({ label: name, to }) => (
                <Anchor key={to} component={Link} to={to} size="sm">
                  {name}
                </Anchor>
              ))}
            </Stack>
          </Card>
        ))}
      </SimpleGrid>
    </Stack>
  );
}
