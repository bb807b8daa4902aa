import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { AddressTabs, useAddressTab } from '../../generic/address-tabs.js';
import { EmbeddedList } from '../../generic/embedded-list.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { Icon } from '../../shell/icon.js';
import { TopicsPanel } from './topics-panel.js';

const tabs = [
  { value: 'broadcasts', label: 'Broadcasts' },
  { value: 'templates', label: 'Templates' },
  { value: 'topics', label: 'Topics' },
];

/** Campaigns that were, are or will be sent, and the templates that they are made of. */
export function Page() {
  const tab = useAddressTab(tabs);
  const declarations = useDeclarations();
  const session = useSession();
  const maySend = mayCall(declarations.get('postAdminCampaignsSend'), session);
  const mayWrite = mayCall(declarations.get('postAdminCampaignsTemplates'), session);
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <div>
          <Title order={1}>Campaigns</Title>
          <Text size="sm" c="dimmed">
            Mails made of blocks that go to many customers at once.
          </Text>
        </div>
        <Group gap="xs">
          {mayWrite && (
            <Button variant="default" component={Link} to="/admin/campaigns/templates/new">
              New template
            </Button>
          )}
          {maySend && (
            <Button component={Link} to="/admin/campaigns/new" leftSection={<Icon name="plus" size={16} />}>
              New campaign
            </Button>
          )}
        </Group>
      </Group>
      <AddressTabs tabs={tabs} name="Broadcasts, templates or topics" />
      {tab === 'topics' ? (
        <TopicsPanel />
      ) : tab === 'broadcasts' ? (
        <EmbeddedList
          operation="getAdminCampaignsBroadcasts"
          columns={['subject', 'status', 'recipientCount', 'scheduleFor', 'startedAt', 'finishedAt']}
        />
      ) : (
        <EmbeddedList
          operation="getAdminCampaignsTemplates"
          columns={['name', 'subject', 'previewText', 'updatedAt']}
        />
      )}
    </Stack>
  );
}
