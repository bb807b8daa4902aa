import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RowOf } from 'haat-client';
import { EmbeddedList } from '../../generic/embedded-list.js';
import { Panel } from '../../generic/panel.js';
import { Time } from '../../generic/value.js';
import { data } from '../../lib/api.js';

type Change = RowOf<'getVendorPayoutAccounts'>;

/** What becomes of a changed bank account, and why payouts wait; nothing where it never changed. */
export function BankChanges() {
  const changes = useQuery({
    queryKey: ['getVendorPayoutAccounts', 'latest'],
    queryFn: ({ signal }) => data('getVendorPayoutAccounts', { query: { limit: '1' } as never, signal }),
  });
  const [latest] = changes.data ?? [];
  if (!latest) return null;
  return (
    <>
      <Held change={latest} />
      <Panel title="Changes of the bank account" flush>
        <EmbeddedList
          operation="getVendorPayoutAccounts"
          columns={['state', 'changedBy', 'changedAt', 'verifiedAt', 'reason']}
        />
      </Panel>
    </>
  );
}

/** Why payouts wait. */
function Held({ change: { state, dueAt, reason } }: { change: Change }) {
  if (state === 'waiting')
    return (
      <Alert color="yellow" title="Payouts wait for the changed bank account" maw={640}>
        {Date.parse(dueAt) > Date.now() ? (
          <>
            The wait ends <Time instant={dueAt} /> at the earliest.
          </>
        ) : (
          'The marketplace is about to try it.'
        )}
      </Alert>
    );
  if (state === 'testing')
    return (
      <Alert color="yellow" title="A small test transfer is on its way" maw={640}>
        Payouts go to the changed bank account once it has arrived.
      </Alert>
    );
  if (state === 'failed' || state === 'cancelled')
    return (
      <Alert color="red" title="Payouts are on hold" maw={640}>
        {reason ?? 'The changed bank account could not be used'}. Correct the bank account, or ask the
        marketplace to try it again.
      </Alert>
    );
  return null;
}
