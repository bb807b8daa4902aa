import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActButton } from '../../generic/act-button.js';
import { EmbeddedList } from '../../generic/embedded-list.js';
import { data } from '../../lib/api.js';
import { doneOrWaits } from './approvals-tab.js';
import { ErrorView } from '../../shell/error-view.js';

/** The ledger, and whether it agrees with payments, orders and payouts. */
export function LedgerTab() {
  const [asked, setAsked] = useState(0);
  return (
    <Stack gap="md">
      <Group gap="xs">
        <Button size="sm" variant="default" onClick={() => setAsked(asked + 1)}>
          Check the ledger
        </Button>
        <ActButton
          operation="postAdminLedgerAdjustments"
          label="Adjust a vendor"
          done={doneOrWaits('The adjustment is posted')}
        />
      </Group>
      {asked > 0 && <Check key={asked} />}
      <EmbeddedList
        operation="getAdminLedger"
        columns={['orderNumber', 'kind', 'vendorId', 'gross', 'commission', 'net', 'postedAt']}
      />
    </Stack>
  );
}

function Check() {
  const check = useQuery({
    queryKey: ['getAdminLedgerCheck'],
    queryFn: ({ signal }) => data('getAdminLedgerCheck', { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  if (check.isLoadingError) return <ErrorView error={check.error} retry={() => void check.refetch()} />;
  if (check.isPending) return <Text size="sm">Counting …</Text>;
  const broken = check.data.checks.filter(({ ok }) => !ok);
  if (check.data.ok)
    return (
      <Alert color="teal" variant="light" title="The books agree">
        {check.data.checks.length} rules hold for every order, payment and payout.
      </Alert>
    );
  return (
    <Alert
      color="red"
      variant="light"
      title={`${broken.length} of ${check.data.checks.length} rules are broken`}
    >
      <List size="sm">
        {broken.map(({ name, rule, problems }) => (
          <List.Item key={name}>
            {rule}
            <pre className="pre">
              {problems
                .slice(0, 5)
                .map((problem) => JSON.stringify(problem))
                .join('\n')}
            </pre>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
