import { Stack, Text, Title } from '@mantine/core';
import { EmbeddedList } from '../../generic/embedded-list.js';
import { Change } from './change.js';

/** Who changed what, and when; each entry with its values before and after. */
export function Page() {
  return (
    <Stack gap="md">
      <div>
        <Title order={1}>Audit log</Title>
        <Text c="dimmed" size="sm">
          Entries are only ever added. Secrets are masked.
        </Text>
      </div>
      <EmbeddedList
        operation="getAdminAudit"
        tools
        columns={['createdAt', 'entity', 'action', 'key', 'entityId', 'actorType', 'actorId']}
        more={(row) => <Change before={row['before']} after={row['after']} />}
      />
    </Stack>
  );
}
