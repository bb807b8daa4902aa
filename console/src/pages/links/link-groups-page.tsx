import { Group, Stack, Text, Title } from '@mantine/core';
import { useNavigate } from 'react-router';
import { ActButton } from '../../generic/act-button.js';
import { EmbeddedList } from '../../generic/embedded-list.js';

/** Groups of links, which storefronts read by their slugs. */
export function Page() {
  const navigate = useNavigate();
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <div>
          <Title order={1}>Links</Title>
          <Text size="sm" c="dimmed">
            Groups of pictures and texts that lead somewhere; a storefront reads each by its slug.
          </Text>
        </div>
        <ActButton
          operation="postAdminDynamicLinkGroups"
          label="New group"
          text="The slug is made from the title where it is left empty."
          fixed={{ metadata: null }}
          done="The group is created"
          variant="filled"
          onDone={({ data }) => void navigate(`/admin/dynamic-link-groups/${(data as { id: string }).id}`)}
        />
      </Group>
      <EmbeddedList
        operation="getAdminDynamicLinkGroups"
        columns={['title', 'slug', 'updatedAt']}
        empty={{
          title: 'No link groups yet',
          text: 'Make one for each place of the storefront: its footer, the tiles of its home page.',
        }}
      />
    </Stack>
  );
}
