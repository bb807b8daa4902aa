import { Stack, Text, Title } from '@mantine/core';
import { EmbeddedList } from 'haat/console';

/** Who has points, and how many. */
export function Page() {
  return (
    <Stack gap="md">
      <div>
        <Title order={1}>Loyalty points</Title>
        <Text c="dimmed" size="sm">
          Points can be spent thirty days after their sub-order was delivered; until then they are pending.
        </Text>
      </div>
      <EmbeddedList
        operation="getAdminLoyaltyPoints"
        tools
        columns={['email', 'available', 'pending', 'movedAt']}
      />
    </Stack>
  );
}
