import { SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { AddressTabs, useAddressTab } from '../../generic/address-tabs.js';
import { EmbeddedList } from '../../generic/embedded-list.js';
import { Figure } from '../../generic/figure.js';
import { Time } from '../../generic/value.js';
import { data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { money } from '../../lib/format.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { BankChanges } from './bank-changes.js';
import { BankDetails } from './bank-details.js';
import { Payouts } from './payouts.js';

const tabs = [
  { value: 'payouts', label: 'Payouts' },
  { value: 'ledger', label: 'Ledger' },
  { value: 'commission', label: 'Commission invoices' },
  { value: 'bank', label: 'Bank account' },
];

/** What the shop has earned, what was paid out, and where it goes. */
export function Page() {
  const tab = useAddressTab(tabs);
  return (
    <Stack gap="md">
      <Title order={1}>Balance and payouts</Title>
      <Balance />
      <AddressTabs tabs={tabs} name="Parts of the account" />
      {tab === 'payouts' && <Payouts />}
      {tab === 'ledger' && (
        <EmbeddedList
          operation="getVendorLedger"
          tools
          columns={['kind', 'orderNumber', 'gross', 'commission', 'tcs', 'tds', 'net', 'postedAt']}
        />
      )}
      {tab === 'commission' && <EmbeddedList operation="getVendorCommissionInvoices" />}
      {tab === 'bank' && (
        <>
          <BankDetails />
          <BankChanges />
        </>
      )}
    </Stack>
  );
}

function Balance() {
  const { currency } = useDeclarations().store;
  const balance = useQuery({
    queryKey: ['getVendorBalance'],
    queryFn: ({ signal }) => data('getVendorBalance', { signal }),
  });
  if (balance.isLoadingError) return <ErrorView error={balance.error} retry={() => void balance.refetch()} />;
  if (balance.isPending) return <PageLoader />;
  const { available, held, heldUntil, negative, lastPayout } = balance.data;
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }}>
      <Figure name="In the next payout" value={money(available, currency)} />
      <Figure
        name="Later"
        value={money(held, currency)}
        note={
          held > 0 && heldUntil ? (
            <>
              The return time of its orders runs until <Time instant={heldUntil} />
            </>
          ) : (
            'Sales wait until their return time is over'
          )
        }
      />
      {negative < 0 ? (
        <Figure
          name="Owed"
          value={money(negative, currency)}
          note="Refunds of sales that were paid out; the next sales settle it"
        />
      ) : (
        <Figure
          name="Last payout"
          value={lastPayout ? money(lastPayout.amount, lastPayout.currency) : '–'}
          note={
            lastPayout ? (
              <Text size="xs" c="dimmed" component="div">
                <Time instant={lastPayout.paidAt ?? lastPayout.createdAt} />
              </Text>
            ) : (
              'None yet'
            )
          }
        />
      )}
    </SimpleGrid>
  );
}
