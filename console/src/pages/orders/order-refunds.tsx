import { doneOrWaits } from '../money/approvals-tab.js';
import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ActButton } from '../../generic/act-button.js';
import { Panel } from '../../generic/panel.js';
import { State, Time } from '../../generic/value.js';
import { data } from '../../lib/api.js';
import { label, money } from '../../lib/format.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import type { Order, Refund } from './order.js';

export function OrderRefunds({ order }: { order: Order }) {
  const refunds = useQuery({
    queryKey: ['getAdminOrdersByOrderIdRefunds', order.id],
    queryFn: ({ signal }) => data('getAdminOrdersByOrderIdRefunds', { path: { orderId: order.id }, signal }),
  });
  if (refunds.isLoadingError) return <ErrorView error={refunds.error} retry={() => void refunds.refetch()} />;
  if (refunds.isPending) return <PageLoader />;
  if (refunds.data.length === 0)
    return (
      <Panel title="Refunds">
        <Text size="sm" c="dimmed">
          Nothing was refunded. A refund appears here with where its money is.
        </Text>
      </Panel>
    );
  return (
    <Stack gap="md">
      {refunds.data.map((refund) => (
        <RefundPanel key={refund.id} refund={refund} />
      ))}
    </Stack>
  );
}

const stateOf = ({ givenUpAt, awaitingApproval, status }: Refund) =>
  givenUpAt ? 'given_up' : awaitingApproval ? 'awaiting_approval' : status;

/** A refund: why, how much, where the money is, and what to do when it did not arrive. */
export function RefundPanel({ refund }: { refund: Refund }) {
  const path = { refundId: refund.id };
  const amount = money(refund.amount, refund.currency);
  return (
    <Panel
      title={
        <Group gap="xs" component="span">
          {amount} <State text={stateOf(refund)} />
        </Group>
      }
      actions={
        refund.ways.length > 0 && (
          <>
            {refund.ways.includes('paid') && (
              <ActButton
                operation="postAdminRefundsByRefundIdPaid"
                path={path}
                label="Record as paid"
                variant="filled"
                done={doneOrWaits('The refund is recorded as paid')}
              />
            )}
            {refund.ways.includes('retry') && (
              <ActButton
                operation="postAdminRefundsByRefundIdRetry"
                path={path}
                label="Retry"
                text={`The provider is asked once more to send ${amount} back.`}
                done="The refund is sent again"
              />
            )}
            {refund.ways.includes('give_up') && (
              <ActButton
                operation="postAdminRefundsByRefundIdGiveUp"
                path={path}
                label="Give up"
                danger
                done="The refund is given up"
              />
            )}
          </>
        )
      }
    >
      <Stack gap={4}>
        <Text size="sm">
          {label(refund.cause)}: {refund.reason}
        </Text>
        <Text size="sm" c="dimmed">
          <Time instant={refund.createdAt} /> · {refund.byHand ? 'paid by hand' : refund.providerId}
          {refund.origin === 'provider' && ' · made at the provider'}
          {refund.reference && ` · ${refund.reference}`}
        </Text>
        {refund.failureReason && (
          <Text size="sm" c="red">
            {refund.failureReason}
          </Text>
        )}
        {refund.overpaidAt && (
          <Text size="sm" c="red">
            The provider sent it after all: the buyer has the money twice.
          </Text>
        )}
        {refund.givenUpReason && <Text size="sm">Given up: {refund.givenUpReason}</Text>}
      </Stack>
    </Panel>
  );
}
