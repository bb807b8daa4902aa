import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActButton } from '../../generic/act-button.js';
import { EmbeddedList } from '../../generic/embedded-list.js';
import { State } from '../../generic/value.js';
import { client, data } from '../../lib/api.js';
import { saveFile } from '../../lib/save-file.js';
import { useDeclarations } from '../../lib/declarations.js';
import { money } from '../../lib/format.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';

/** Payouts: run them, give them to the bank, record what became of each on its own page. */
export function PayoutsTab() {
  const [run, setRun] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const session = useSession();
  const bankFile = useDeclarations().get('getAdminPayoutsExport');
  async function download(): Promise<void> {
    setError(null);
    try {
      const until = new Date().toISOString();
      saveFile(await client.file('getAdminPayoutsExport', { query: { until } }), 'payouts.csv');
    } catch (thrown) {
      setError(thrown);
    }
  }
  return (
    <Stack gap="md">
      <Group gap="xs">
        <ActButton
          operation="postAdminPayoutsRun"
          label="Run payouts"
          variant="filled"
          initial={{ until: new Date().toISOString() }}
          done="The run has begun"
          onDone={({ data: made }) => setRun((made as { id: string }).id)}
        />
        <ActButton
          operation="postAdminPayouts"
          label="Pay one vendor"
          initial={{ until: new Date().toISOString() }}
          done="The payout is created"
        />
        {mayCall(bankFile, session) && (
          <Button variant="default" size="sm" onClick={() => void download()}>
            Bank file
          </Button>
        )}
      </Group>
      {error !== null && <ErrorView error={error} />}
      {run && <Run id={run} />}
      <EmbeddedList operation="getAdminPayouts" />
    </Stack>
  );
}

/** A run that was begun here, until it ends. */
function Run({ id }: { id: string }) {
  const { currency } = useDeclarations().store;
  const run = useQuery({
    queryKey: ['getAdminPayoutsRunsByPayoutRunId', id],
    queryFn: ({ signal }) => data('getAdminPayoutsRunsByPayoutRunId', { path: { payoutRunId: id }, signal }),
    refetchInterval: ({ state }) => (state.error || state.data?.finishedAt ? false : 1_500),
  });
  if (run.error) return <ErrorView error={run.error} retry={() => void run.refetch()} />;
  if (!run.data) return null;
  const { state, created, vendors, amount, withoutBank, onHold, error } = run.data;
  return (
    <Alert color={state === 'failed' ? 'red' : 'teal'} variant="light">
      <Group gap="xs">
        <State text={state} />
        <Text size="sm">
          {created} payouts of {money(amount, currency)} for {vendors} vendors
          {withoutBank > 0 && `; ${withoutBank} without bank details`}
          {onHold > 0 && `; ${onHold} with bank details on hold`}
          {error && `: ${error}`}
        </Text>
      </Group>
    </Alert>
  );
}
