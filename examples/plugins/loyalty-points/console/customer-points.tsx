import { Text } from '@mantine/core';
import { ErrorView, number, Panel, useOperation } from 'haat/console';

interface Balance {
  available: number;
  pending: number;
}

/** The points of a customer, on the customer's page. */
export function Slot({ id }: { id: string }) {
  const balance = useOperation<Balance>('getAdminLoyaltyPointsByUserId', { path: { userId: id } });
  return (
    <Panel title="Loyalty points">
      {balance.error && <ErrorView error={balance.error} retry={() => void balance.refetch()} />}
      {balance.data && (
        <Text size="sm">
          {number(balance.data.available)} to spend, {number(balance.data.pending)} pending
        </Text>
      )}
    </Panel>
  );
}
