import { Button, Group, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { pathOf, type RowOf } from 'haat-client';
import { Nothing, Pages, useListAddress } from '../../generic/list-tools.js';
import { PickedTable } from '../../generic/picked-table.js';
import { State, Time } from '../../generic/value.js';
import { call } from '../../lib/api.js';
import { money, number } from '../../lib/format.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';

type Payout = RowOf<'getVendorPayouts'>;

/** What went to the bank, each with the statement of the sales that it is made of. */
export function Payouts() {
  const list = useListAddress();
  const payouts = useQuery({
    queryKey: ['getVendorPayouts', list.query],
    queryFn: ({ signal }) => call('getVendorPayouts', { query: list.query as never, signal }),
    placeholderData: keepPreviousData,
  });
  if (payouts.isLoadingError) return <ErrorView error={payouts.error} retry={() => void payouts.refetch()} />;
  if (payouts.isPending) return <PageLoader />;
  if (payouts.data.data.length === 0)
    return (
      <Nothing title="No payout yet">
        A sale is paid out when it was delivered and the time for returns is over.
      </Nothing>
    );
  return (
    <Stack gap="md">
      <PickedTable
        label="Payouts"
        rows={payouts.data.data}
        idOf={({ id }) => id}
        nameOf={({ reference, id }) => reference ?? id}
        columns={columns}
      />
      <Pages total={payouts.data.metadata?.total} list={list} />
    </Stack>
  );
}

const columns = [
  {
    name: 'until',
    title: 'Sales until',
    cell: ({ until }: Payout) => <Time instant={until} />,
  },
  {
    name: 'amount',
    title: 'Amount',
    right: true,
    cell: ({ amount, currency }: Payout) => (
      <Text size="sm" fw={600} className="nowrap">
        {money(amount, currency)}
      </Text>
    ),
  },
  {
    name: 'entries',
    title: 'Entries',
    right: true,
    cell: ({ entryCount }: Payout) => <Text size="sm">{number(entryCount)}</Text>,
  },
  {
    name: 'status',
    title: 'State',
    cell: (payout: Payout) => (
      <>
        <State text={payout.status} />
        {payout.failureReason && (
          <Text size="xs" c="red" mt={2}>
            {payout.failureReason}
          </Text>
        )}
      </>
    ),
  },
  {
    name: 'reference',
    title: 'Reference of the bank',
    cell: ({ reference }: Payout) => (
      <Text size="sm" ff="monospace">
        {reference ?? '–'}
      </Text>
    ),
  },
  {
    name: 'paid',
    title: 'Paid',
    cell: ({ paidAt }: Payout) => (paidAt ? <Time instant={paidAt} /> : <Text size="sm">–</Text>),
  },
  {
    name: 'statement',
    title: '',
    right: true,
    cell: ({ id }: Payout) => (
      <Group justify="flex-end">
        <Button
          size="compact-sm"
          variant="default"
          component="a"
          href={pathOf('getVendorPayoutsByPayoutIdStatement', { payoutId: id })}
        >
          Statement
        </Button>
      </Group>
    ),
  },
];
