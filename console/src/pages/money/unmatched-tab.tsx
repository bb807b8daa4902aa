import { Anchor, Button, Card, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ActButton, useRefreshAll } from '../../generic/act-button.js';
import { EmbeddedList } from '../../generic/embedded-list.js';
import { useSend } from '../../generic/use-send.js';
import { call, data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { ago, label, money } from '../../lib/format.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { RefundLines } from '../orders/refund-lines.js';

type Item = Awaited<ReturnType<typeof call<'getAdminUnmatchedMoney'>>>['data'][number];

const decide = 'postAdminUnmatchedMoneyByUnmatchedMoneyIdDecide';

const names: Record<Item['kind'], string> = {
  payment_unmatched: 'A payment of no order',
  refund_unmatched: 'A refund of no payment',
  refund_to_allocate: 'A refund made at the provider',
  refund_reversed: 'A refund that came back',
  dispute_unmatched: 'A dispute of no payment',
  amount_differs: 'Another amount at the provider',
  settlement_differs: 'A settlement that does not add up',
  not_settled: 'A payment that is not settled',
};
const ofMovement = [
  'payment_unmatched',
  'refund_unmatched',
  'refund_to_allocate',
  'refund_reversed',
  'amount_differs',
];

/** Differences between the books of providers and ours: each has a name, an age and an owner. */
export function UnmatchedTab() {
  const [search, setSearch] = useSearchParams();
  const all = search.get('show') === 'all';
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label="Which money"
        data={[
          { value: 'open', label: 'To explain' },
          { value: 'all', label: 'All' },
        ]}
        value={all ? 'all' : 'open'}
        onChange={(value) =>
          setSearch(value === 'all' ? { tab: 'unmatched', show: 'all' } : { tab: 'unmatched' })
        }
        style={{ alignSelf: 'flex-start' }}
      />
      {all ? (
        <EmbeddedList
          operation="getAdminUnmatchedMoney"
          columns={[
            'kind',
            'amount',
            'orderNumber',
            'state',
            'decision',
            'ownerEmail',
            'createdAt',
            'closedAt',
          ]}
        />
      ) : (
        <UnmatchedCards empty="Every rupee that a provider holds is explained. Money of no order, and refunds made at the provider that can be of several pieces, appear here." />
      )}
    </Stack>
  );
}

/** Open differences as cards; of one order, or of all. */
export function UnmatchedCards({ orderId, empty }: { orderId?: string; empty?: string }) {
  const query = {
    'filters[]': ['state:eq:open'],
    sort: 'createdAt:asc' as const,
    limit: 50,
    ...(orderId && { orderId }),
  };
  const items = useQuery({
    queryKey: ['getAdminUnmatchedMoney', query],
    queryFn: ({ signal }) => call('getAdminUnmatchedMoney', { query, signal }),
    placeholderData: keepPreviousData,
  });
  if (items.isLoadingError) return <ErrorView error={items.error} retry={() => void items.refetch()} />;
  if (items.isPending) return <PageLoader />;
  const { data: rows, metadata } = items.data;
  if (rows.length === 0)
    return empty ? (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    ) : null;
  return (
    <Stack gap="md" maw={860}>
      {metadata.total > rows.length && (
        <Text size="sm" c="dimmed">
          The first {rows.length} of {metadata.total}
        </Text>
      )}
      {rows.map((item) => (
        <ItemCard key={item.id} item={item} />
      ))}
    </Stack>
  );
}

function ItemCard({ item }: { item: Item }) {
  const { id, kind, amount, currency, reason, orderId, orderNumber, providerId, providerRef } = item;
  const path = { unmatchedMoneyId: id };
  const session = useSession();
  const me = session?.me.user;
  return (
    <Card withBorder padding="lg">
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="xs">
          <Text fw={650}>
            {names[kind]}: {money(amount, currency)}
          </Text>
          <Text size="sm" c="dimmed" className="nowrap">
            {ago(item.createdAt)}
          </Text>
        </Group>
        <Text size="sm">{reason}.</Text>
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
          <dt>At the provider</dt>
          <dd style={{ overflowWrap: 'anywhere' }}>
            {label(providerId)} {providerRef}
          </dd>
          <dt>Owner</dt>
          <dd style={{ overflowWrap: 'anywhere' }}>{item.ownerEmail ?? 'Nobody yet'}</dd>
        </dl>
        <Group gap="xs">
          {kind === 'refund_to_allocate' && orderId && <OfPieces item={item} orderId={orderId} />}
          {kind === 'refund_to_allocate' && (
            <ActButton
              operation={decide}
              path={path}
              label="Goodwill"
              fixed={{ decision: 'goodwill' }}
              text={`${money(amount, currency)} is shared over what is left of the order, and the pieces stay with the buyer.`}
              done="It is a goodwill amount"
            />
          )}
          {ofMovement.includes(kind) ? (
            <ActButton
              operation={decide}
              path={path}
              label="Not of an order"
              fixed={{ decision: 'not_of_order' }}
              text={`${money(amount, currency)} is booked as an adjustment of the provider, and vendors are no longer held back for it.`}
              done="It is booked as an adjustment"
            />
          ) : (
            <ActButton
              operation={decide}
              path={path}
              label="Explained"
              fixed={{ decision: 'explained' }}
              text="It is not shown any more; nothing is booked."
              done="It is explained"
            />
          )}
          {me && item.ownerId !== me.id && (
            <ActButton
              operation="postAdminUnmatchedMoneyByUnmatchedMoneyIdOwner"
              path={path}
              label="I look after it"
              fixed={{ userId: me.id }}
              text="Others see that you look after it."
              done="It is yours"
            />
          )}
        </Group>
      </Stack>
    </Card>
  );
}

/** Says of which pieces a refund is that was made at the provider. */
function OfPieces({ item, orderId }: { item: Item; orderId: string }) {
  const [open, setOpen] = useState(false);
  if (!mayCall(useDeclarations().get(decide), useSession())) return null;
  return (
    <>
      <Button size="sm" variant="filled" onClick={() => setOpen(true)}>
        Of these pieces
      </Button>
      {open && <PiecesDialog item={item} orderId={orderId} close={() => setOpen(false)} />}
    </>
  );
}

function PiecesDialog({ item, orderId, close }: { item: Item; orderId: string; close: () => void }) {
  const [pieces, setPieces] = useState<Record<string, number>>({});
  const { busy, error, send } = useSend();
  const refresh = useRefreshAll();
  const order = useQuery({
    queryKey: ['getAdminOrdersByOrderId', orderId],
    queryFn: ({ signal }) => data('getAdminOrdersByOrderId', { path: { orderId }, signal }),
  });
  const refunds = useQuery({
    queryKey: ['getAdminOrdersByOrderIdRefunds', orderId],
    queryFn: ({ signal }) => data('getAdminOrdersByOrderIdRefunds', { path: { orderId }, signal }),
  });
  const lines = Object.entries(pieces).flatMap(([lineId, quantity]) =>
    quantity > 0 ? [{ lineId, quantity }] : [],
  );

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (lines.length === 0) return;
    void send(
      () => call(decide, { path: { unmatchedMoneyId: item.id }, body: { decision: 'pieces', lines } }),
      () => {
        notifications.show({ color: 'teal', message: 'The refund is of these pieces' });
        void refresh();
        close();
      },
    );
  }

  return (
    <Modal opened onClose={close} title={`Refund of ${money(item.amount, item.currency)}`} size="lg">
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm" c="dimmed">
            Which pieces went back? Those that were not sent are cancelled, and the credit note names them.
          </Text>
          {order.data ? (
            <RefundLines
              order={order.data}
              refunds={refunds.data ?? []}
              pieces={pieces}
              onChange={setPieces}
            />
          ) : (
            <PageLoader />
          )}
          {error !== null && <ErrorView error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={busy} disabled={lines.length === 0}>
              Allocate
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
