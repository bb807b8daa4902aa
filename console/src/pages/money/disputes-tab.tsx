import { Anchor, Button, Card, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ActButton } from '../../generic/act-button.js';
import { EmbeddedList } from '../../generic/embedded-list.js';
import { State, Time } from '../../generic/value.js';
import { call, client } from '../../lib/api.js';
import { ago, label, money } from '../../lib/format.js';
import { saveFile } from '../../lib/save-file.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';

type Dispute = Awaited<ReturnType<typeof call<'getAdminDisputes'>>>['data'][number];

/** Disputes that can still be won, the nearest deadline first, and all of them. */
export function DisputesTab() {
  const [search, setSearch] = useSearchParams();
  const all = search.get('show') === 'all';
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label="Which disputes"
        data={[
          { value: 'open', label: 'Open' },
          { value: 'all', label: 'All' },
        ]}
        value={all ? 'all' : 'open'}
        onChange={(value) =>
          setSearch(value === 'all' ? { tab: 'disputes', show: 'all' } : { tab: 'disputes' })
        }
        style={{ alignSelf: 'flex-start' }}
      />
      {all ? (
        <EmbeddedList
          operation="getAdminDisputes"
          columns={['orderNumber', 'amount', 'state', 'reasonCode', 'borneBy', 'dueAt', 'openedAt']}
        />
      ) : (
        <DisputeCards
          filters={['state:in:opened,under_review']}
          empty="No dispute is open. A payment that the bank of a buyer asks back appears here, with its deadline."
        />
      )}
    </Stack>
  );
}

/** Disputes as cards, with what can be done about each. */
export function DisputeCards({
  filters = [],
  orderId,
  empty,
}: {
  filters?: string[];
  orderId?: string;
  empty?: string;
}) {
  const query = { 'filters[]': filters, sort: 'dueAt:asc' as const, limit: 50, ...(orderId && { orderId }) };
  const disputes = useQuery({
    queryKey: ['getAdminDisputes', query],
    queryFn: ({ signal }) => call('getAdminDisputes', { query, signal }),
    placeholderData: keepPreviousData,
    // The file is being written.
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ evidenceState }) => evidenceState === 'collecting') ? 2_000 : false,
  });
  if (disputes.isLoadingError)
    return <ErrorView error={disputes.error} retry={() => void disputes.refetch()} />;
  if (disputes.isPending) return <PageLoader />;
  if (disputes.data.data.length === 0)
    return empty ? (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    ) : null;
  return (
    <Stack gap="md" maw={860}>
      {disputes.data.data.map((dispute) => (
        <DisputeCard key={dispute.id} dispute={dispute} />
      ))}
    </Stack>
  );
}

function DisputeCard({ dispute }: { dispute: Dispute }) {
  const { id, amount, currency, state, reasonCode, dueAt, openedAt, orderId, orderNumber } = dispute;
  const { deducted, borneBy, evidenceState, evidenceAt, providerDisputeId, providerId } = dispute;
  const [error, setError] = useState<unknown>(null);
  const path = { disputeId: id };
  async function download(): Promise<void> {
    setError(null);
    try {
      saveFile(
        await client.file('getAdminDisputesByDisputeIdEvidence', { path }),
        `evidence-${providerDisputeId}.zip`,
      );
    } catch (thrown) {
      setError(thrown);
    }
  }
  return (
    <Card withBorder padding="lg">
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="xs">
          <Group gap="xs">
            <Text fw={650}>{money(amount, currency)} disputed</Text>
            <State text={state === 'opened' ? 'waiting for evidence' : state} />
          </Group>
          <Text size="sm" c="dimmed" className="nowrap">
            {ago(openedAt)}
          </Text>
        </Group>
        <dl className="details">
          {orderId && (
            <>
              <dt>Order</dt>
              <dd>
                <Anchor component={Link} to={`/admin/orders/${orderId}?tab=refunds`} size="sm">
                  {orderNumber}
                </Anchor>
              </dd>
            </>
          )}
          <dt>Reason</dt>
          <dd>{reasonCode ? label(reasonCode) : 'Not stated'}</dd>
          <dt>At the provider</dt>
          <dd style={{ overflowWrap: 'anywhere' }}>
            {label(providerId)} {providerDisputeId}
          </dd>
          {dueAt && state === 'opened' && (
            <>
              <dt>Evidence until</dt>
              <dd>
                <Time instant={dueAt} />
              </dd>
            </>
          )}
          {deducted > 0 && (
            <>
              <dt>Taken so far</dt>
              <dd>{money(deducted, currency)}</dd>
            </>
          )}
          {borneBy && (
            <>
              <dt>Borne by</dt>
              <dd>{borneBy === 'vendor' ? 'the vendors of the order' : 'the platform'}</dd>
            </>
          )}
          {evidenceState !== 'none' && (
            <>
              <dt>Evidence</dt>
              <dd>
                {label(evidenceState)}{' '}
                {evidenceAt && evidenceState === 'ready' && <Time instant={evidenceAt} />}
              </dd>
            </>
          )}
        </dl>
        {error !== null && <ErrorView error={error} />}
        <Group gap="xs">
          {orderId && (
            <ActButton
              operation="postAdminDisputesByDisputeIdEvidence"
              path={path}
              label={evidenceState === 'ready' ? 'Collect again' : 'Collect evidence'}
              variant={evidenceState === 'ready' ? 'default' : 'filled'}
              text="Invoices, tracking, proof of delivery and the mails to the buyer are put into one file."
              done="The evidence is being collected"
            />
          )}
          {evidenceState === 'ready' && (
            <Button size="sm" variant="filled" onClick={() => void download()}>
              Download
            </Button>
          )}
        </Group>
      </Stack>
    </Card>
  );
}
