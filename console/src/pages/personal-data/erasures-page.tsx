import { Group, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ActButton } from '../../generic/act-button.js';
import { Nothing, Pages, useListAddress } from '../../generic/list-tools.js';
import { call } from '../../lib/api.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { ErasureCard } from './erasure-card.js';

const STATUSES = ['scheduled', 'erasing', 'erased', 'cancelled'] as const;
const names = { scheduled: 'Scheduled', erasing: 'Erasing', erased: 'Erased', cancelled: 'Cancelled' };

/** Requests to erase personal data: how far each is, and what holds it. */
export function Page() {
  const list = useListAddress();
  const status = STATUSES.find((item) => item === list.params.get('status'));
  const query = { ...list.query, ...(status && { status }) };
  const erasures = useQuery({
    queryKey: ['getAdminPersonalDataErasures', query],
    queryFn: ({ signal }) => call('getAdminPersonalDataErasures', { query, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <div>
          <Title order={1}>Personal data</Title>
          <Text size="sm" c="dimmed">
            Requests of users and guests to erase what is kept about them.
          </Text>
        </div>
        <ActButton
          operation="postAdminPersonalDataErasures"
          label="Erase a guest"
          text="Everything that guests left with the e-mail address is erased after the waiting time; a mail says when. Users request it themselves in the storefront."
          done="The erasure is scheduled"
        />
      </Group>
      <SegmentedControl
        aria-label="Status"
        data={[
          { value: '', label: 'All' },
          ...STATUSES.map((value) => ({ value: value as string, label: names[value] })),
        ]}
        value={status ?? ''}
        onChange={(value) => list.change({ status: value })}
        style={{ alignSelf: 'flex-start', maxWidth: '100%', overflowX: 'auto' }}
      />
      {erasures.error ? (
        <ErrorView error={erasures.error} retry={() => void erasures.refetch()} />
      ) : erasures.isPending ? (
        <PageLoader />
      ) : erasures.data.data.length === 0 ? (
        <Nothing
          title={status ? `None is ${names[status].toLowerCase()}` : 'Nobody has requested an erasure'}
        >
          Users request it in the storefront, under the data of their account. Of a guest it is requested
          here.
        </Nothing>
      ) : (
        <>
          {erasures.data.data.map((erasure) => (
            <ErasureCard key={erasure.id} erasure={erasure} />
          ))}
          <Pages total={erasures.data.metadata.total} list={list} />
        </>
      )}
      <Text size="sm" c="dimmed">
        A request is refused while orders, returns or refunds are open, store credit is left that is not given
        up, or the user is the only owner of a vendor or the only superAdmin: the person reads why, and
        nothing is listed here. What the law keeps, such as invoices, is not erased.
      </Text>
    </Stack>
  );
}
