import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { EmbeddedList } from '../../generic/embedded-list.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { Icon } from '../../shell/icon.js';

/** Groups of customers, with how many are in each. */
export function Page() {
  const mayCreate = mayCall(useDeclarations().get('postAdminCustomerGroups'), useSession());
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <div>
          <Title order={1}>Customer groups</Title>
          <Text size="sm" c="dimmed">
            Discounts can be for a group, campaigns go to one, and the report of customers is filtered by one.
          </Text>
        </div>
        {mayCreate && (
          <Button
            component={Link}
            to="/admin/customer-groups/new"
            leftSection={<Icon name="plus" size={16} />}
          >
            New group
          </Button>
        )}
      </Group>
      <EmbeddedList
        operation="getAdminCustomerGroups"
        columns={['name', 'kind', 'memberCount', 'refreshedAt', 'updatedAt']}
        empty={{
          title: 'No customer groups yet',
          text: 'A group is a list that you keep by hand, or follows from rules: three orders or more, no order for 90 days, Chennai.',
        }}
      />
    </Stack>
  );
}
