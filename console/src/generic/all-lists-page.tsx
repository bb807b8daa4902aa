import { Anchor, Card, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { type OperationEntry, useDeclarations } from '../lib/declarations.js';
import { mayCall, useSession } from '../lib/session.js';
import { readTitle } from '../shell/menu.js';
import { wholeMenu } from '../shell/plugin-menu.js';
import { ActButton } from './act-button.js';
import { actsOf, statesOf } from './match.js';

/** Everything that can be listed, read or done without a row, on one page. */
export function Page() {
  const declarations = useDeclarations();
  const session = useSession();
  const may = (item: OperationEntry) => mayCall(item, session);
  const states = statesOf(declarations, 'admin').filter(may);
  const acts = actsOf(declarations, 'admin').filter(may);
  return (
    <Stack gap="xl">
      <Title order={1}>Everything</Title>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        {wholeMenu(declarations, session, 'admin').map(({ label, items }) => (
          <Links key={label} title={label} links={items} />
        ))}
      </SimpleGrid>
      {states.length > 0 && (
        <Links
          title="States and settings"
          links={states.map((item) => ({ label: readTitle(item), to: item.path }))}
        />
      )}
      {acts.length > 0 && (
        <Card withBorder padding="lg">
          <Title order={2} mb="sm">
            Acts of whole features
          </Title>
          <Stack gap="xs" align="flex-start">
            {acts.map((item) => (
              <ActButton
                key={item.id}
                operation={item.id}
                label={item.summary}
                done="Done"
                size="compact-sm"
              />
            ))}
          </Stack>
        </Card>
      )}
    </Stack>
  );
}

function Links({ title, links }: { title: string; links: readonly { label: string; to: string }[] }) {
  return (
    <Card withBorder padding="lg">
      <Text fw={650} mb="xs">
        {title}
      </Text>
      <Stack gap={6}>
        {links.map(({ label, to }) => (
          <Anchor key={to} component={Link} to={to} size="sm">
            {label}
          </Anchor>
        ))}
      </Stack>
    </Card>
  );
}
