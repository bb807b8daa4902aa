import { Anchor, Badge, Card, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ActButton } from '../../generic/act-button.js';
import { EmbeddedList } from '../../generic/embedded-list.js';
import { Time } from '../../generic/value.js';
import { call } from '../../lib/api.js';
import { ago, money } from '../../lib/format.js';
import { useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';

const query = { 'filters[]': ['state:eq:waiting'], sort: 'askedAt:asc' as const, limit: 50 };

type Approval = Awaited<ReturnType<typeof call<'getAdminMoneyApprovals'>>>['data'][number];

const names: Record<Approval['kind'], string> = {
  refund: 'Refund',
  payout: 'Payout',
  account_adjustment: 'Adjustment of a vendor’s account',
  store_credit_adjustment: 'Store credit',
  refund_paid: 'Refund recorded as paid',
  payout_paid: 'Payout recorded as paid',
  cash_recorded: 'Cash recorded as received',
};

const causes: Record<Approval['cause'], string> = {
  act: 'above the limit of one act',
  day: 'above what one person may move in a day',
  vendor_day: 'above what is given back for one vendor in a day',
};

/** What is said of an act that may have to wait: its result is then the approval. */
export function doneOrWaits(done: string) {
  return ({ data }: { data: unknown }): string =>
    (data as { state?: string }).state === 'waiting' ? 'It waits for a second person: see Approvals' : done;
}

/** Acts with money that wait for a second person, the longest first, and those that were decided. */
export function ApprovalsTab() {
  const [search, setSearch] = useSearchParams();
  const all = search.get('show') === 'all';
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label="Which acts"
        data={[
          { value: 'waiting', label: 'To decide' },
          { value: 'all', label: 'All' },
        ]}
        value={all ? 'all' : 'waiting'}
        onChange={(value) =>
          setSearch(value === 'all' ? { tab: 'approvals', show: 'all' } : { tab: 'approvals' })
        }
        style={{ alignSelf: 'flex-start' }}
      />
      {all ? (
        <EmbeddedList
          operation="getAdminMoneyApprovals"
          columns={['kind', 'amount', 'state', 'askedBy', 'askedAt', 'decidedBy', 'decidedAt']}
        />
      ) : (
        <Waiting />
      )}
    </Stack>
  );
}

function Waiting() {
  const approvals = useQuery({
    queryKey: ['getAdminMoneyApprovals', query],
    queryFn: ({ signal }) => call('getAdminMoneyApprovals', { query, signal }),
    placeholderData: keepPreviousData,
  });
  if (approvals.isLoadingError)
    return <ErrorView error={approvals.error} retry={() => void approvals.refetch()} />;
  if (approvals.isPending) return <PageLoader />;
  const { data, metadata } = approvals.data;
  if (data.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Nothing waits for a second person. Acts with money above the limits appear here.
      </Text>
    );
  return (
    <Stack gap="md" maw={860}>
      {metadata.total > data.length && (
        <Text size="sm" c="dimmed">
          The first {data.length} of {metadata.total}
        </Text>
      )}
      {data.map((approval) => (
        <Decision key={approval.id} approval={approval} />
      ))}
    </Stack>
  );
}

/** What is asked: how much, to whom, by whom and why; and the two buttons. */
function Decision({ approval }: { approval: Approval }) {
  const { id, kind, amount, currency, cause, askedBy, askedAt, note } = approval;
  const path = { moneyApprovalId: id };
  const isOwn = askedBy === useSession()?.me.user.email;
  return (
    <Card withBorder padding="lg">
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="xs">
          <Text fw={650}>
            {names[kind]}: {money(amount, currency)}
          </Text>
          <Text size="sm" c="dimmed" className="nowrap">
            {ago(askedAt)}
          </Text>
        </Group>
        <dl className="details">
          <Of approval={approval} />
          {note && <Detail name="Reason">{note}</Detail>}
          <Detail name="Asked by">
            <Group gap="xs" component="span">
              <span style={{ overflowWrap: 'anywhere' }}>{askedBy}</span>
              {isOwn && <Badge variant="light">you</Badge>}
            </Group>
          </Detail>
          <Detail name="Asked">
            <Time instant={askedAt} />
          </Detail>
          <Detail name="Waits because">it is {causes[cause]}</Detail>
        </dl>
        {isOwn && (
          <Text size="sm" c="dimmed">
            Somebody else has to approve it. Where nobody else may, you confirm it after twelve hours, with a
            second factor.
          </Text>
        )}
        <Group gap="xs">
          <ActButton
            operation="postAdminMoneyApprovalsByMoneyApprovalIdApprove"
            path={path}
            label="Approve"
            variant="filled"
            text={`${names[kind]} of ${money(amount, currency)}, asked by ${askedBy}: it is done at once.`}
            done="The act is approved"
          />
          <ActButton
            operation="postAdminMoneyApprovalsByMoneyApprovalIdRefuse"
            path={path}
            label={isOwn ? 'Withdraw' : 'Refuse'}
            danger
            done={isOwn ? 'The act is withdrawn' : 'The act is refused'}
          />
        </Group>
      </Stack>
    </Card>
  );
}

/** Who gets it, or pays it. */
function Of({
  approval: { kind, entityId, vendorId, vendorName, orderId, orderNumber, email },
}: {
  approval: Approval;
}) {
  return (
    <>
      {vendorId && (
        <Detail name="Vendor">
          <Anchor component={Link} to={`/admin/vendors/${vendorId}`} size="sm">
            {vendorName}
          </Anchor>
        </Detail>
      )}
      {orderId && (
        <Detail name="Order">
          <Anchor component={Link} to={`/admin/orders/${orderId}?tab=refunds`} size="sm">
            {orderNumber}
          </Anchor>
        </Detail>
      )}
      {kind === 'payout' && (
        <Detail name="Payout">
          <Anchor component={Link} to={`/admin/payouts/${entityId}`} size="sm">
            Its entries and bank details
          </Anchor>
        </Detail>
      )}
      {email && <Detail name="Buyer">{email}</Detail>}
    </>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
