import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { AddressTabs, useAddressTab } from '../../generic/address-tabs.js';
import { EmbeddedList } from '../../generic/embedded-list.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { Icon } from '../../shell/icon.js';

const tabs = [
  { value: 'attributes', label: 'Attributes' },
  { value: 'groups', label: 'Groups' },
];

/** What products say of themselves beside title and price: attributes, and the groups that ask for them. */
export function Page() {
  const tab = useAddressTab(tabs);
  const groups = tab === 'groups';
  const may = mayCall(
    useDeclarations().get(groups ? 'postAdminProductAttributeGroups' : 'postAdminProductAttributes'),
    useSession(),
  );
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <div>
          <Title order={1}>Attributes</Title>
          <Text size="sm" c="dimmed">
            A product belongs to one group, and the form of its vendor asks for the attributes of that group.
          </Text>
        </div>
        {may && (
          <Button
            component={Link}
            to={groups ? '/admin/product-attribute-groups/new' : '/admin/product-attributes/new'}
            leftSection={<Icon name="plus" size={16} />}
          >
            {groups ? 'New group' : 'New attribute'}
          </Button>
        )}
      </Group>
      <AddressTabs tabs={tabs} name="Attributes or groups" />
      {groups ? (
        <EmbeddedList
          operation="getAdminProductAttributeGroups"
          columns={['title', 'code', 'attributes', 'updatedAt']}
        />
      ) : (
        <EmbeddedList
          operation="getAdminProductAttributes"
          columns={['title', 'code', 'type', 'values', 'isRequired', 'isUnique', 'updatedAt']}
        />
      )}
    </Stack>
  );
}
