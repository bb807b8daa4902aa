import { Group, SegmentedControl, Stack } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { ActButton } from '../../generic/act-button.js';
import { EmbeddedList } from '../../generic/embedded-list.js';
import { doneOrWaits } from './approvals-tab.js';

const views = [
  { value: 'balances', label: 'Balances' },
  { value: 'changes', label: 'Changes' },
];

/** What the marketplace owes buyers as store credit, and each change of it. */
export function StoreCreditTab() {
  const [address, setAddress] = useSearchParams();
  const view = address.get('view') === 'changes' ? 'changes' : 'balances';
  return (
    <Stack gap="md">
      <Group gap="xs" justify="space-between">
        <SegmentedControl
          aria-label="Store credit by"
          data={views}
          value={view}
          // Pages and filters of one list mean nothing to the other.
          onChange={(next) => setAddress({ tab: 'credit', view: next })}
        />
        <ActButton
          operation="postAdminStoreCreditAdjustments"
          label="Grant or deduct"
          done={doneOrWaits('The store credit is changed')}
        />
      </Group>
      {view === 'balances' ? (
        <EmbeddedList
          operation="getAdminStoreCreditAccounts"
          columns={['email', 'balance', 'name', 'updatedAt']}
          empty={{
            title: 'No buyer has store credit',
            text: 'A refund that goes to store credit, or a grant, makes the first balance.',
          }}
        />
      ) : (
        <EmbeddedList
          operation="getAdminStoreCreditMovements"
          columns={['email', 'kind', 'amount', 'balance', 'orderNumber', 'reason', 'createdAt']}
        />
      )}
    </Stack>
  );
}
