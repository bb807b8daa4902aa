import { Anchor, Group, Stack, Text } from '@mantine/core';
import { EntityLink, State, Time } from '../../generic/value.js';
import { Panel } from '../../generic/panel.js';
import { countryName, label, money } from '../../lib/format.js';
import { type Order, refundable } from './order.js';

/** Amounts, payments, the buyer and where it goes. */
export function OrderSide({ order }: { order: Order }) {
  const { shippingAddress: to, billingAddress: bill } = order;
  const same = JSON.stringify(to) === JSON.stringify(bill);
  return (
    <Stack gap="md">
      <Amounts order={order} />
      <Panel title="Payments">
        {order.payments.length === 0 && (
          <Text size="sm" c="dimmed">
            Nothing was paid yet.
          </Text>
        )}
        <Stack gap="sm">
          {order.payments.map((payment) => (
            <div key={payment.id}>
              <Group justify="space-between">
                <Text size="sm" fw={600}>
                  {payment.providerId === payment.method
                    ? label(payment.method)
                    : `${label(payment.providerId)}, ${label(payment.method)}`}
                </Text>
                <State text={payment.status} />
              </Group>
              <Text size="sm">
                {money(payment.capturedAmount ?? payment.amount, order.currency)} ·{' '}
                <Time instant={payment.capturedAt ?? payment.createdAt} />
              </Text>
              {payment.failureReason && (
                <Text size="sm" c="red">
                  {payment.failureReason}
                </Text>
              )}
              {payment.providerPaymentId && (
                <Text size="xs" c="dimmed" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
                  {payment.providerPaymentId}
                </Text>
              )}
            </div>
          ))}
        </Stack>
      </Panel>
      <Panel title="Buyer">
        <Stack gap={4}>
          <Text size="sm" component="div">
            <EntityLink entity="user" id={order.userId} text={order.customerName || order.email} />{' '}
            {order.guest && '(guest)'}
          </Text>
          <Anchor size="sm" href={`mailto:${order.email}`} style={{ overflowWrap: 'anywhere' }}>
            {order.email}
          </Anchor>
        </Stack>
      </Panel>
      <Panel title={same ? 'Ships and bills to' : 'Ships to'}>
        <Address address={to} />
      </Panel>
      {!same && (
        <Panel title="Bills to">
          <Address address={bill} />
        </Panel>
      )}
    </Stack>
  );
}

function Amounts({ order }: { order: Order }) {
  const lines: [string, number, boolean?][] = [
    ['Items', order.subtotal],
    ['Discount', -order.discountTotal],
    ['Shipping', order.shippingTotal],
    [order.pricesIncludeTax ? 'Tax, included' : 'Tax', order.taxTotal],
    ['Total', order.grandTotal, true],
    ['Refunded', -order.refundedTotal],
    ['Can still be refunded', refundable(order)],
  ];
  return (
    <Panel title="Amounts">
      <Stack gap={6}>
        {lines
          .filter(([, amount, strong]) => amount !== 0 || strong)
          .map(([name, amount, strong]) => (
            <Group key={name} justify="space-between" wrap="nowrap">
              <Text size="sm" c={strong ? undefined : 'dimmed'} fw={strong ? 650 : undefined}>
                {name}
              </Text>
              <Text size="sm" fw={strong ? 650 : undefined}>
                {money(amount, order.currency)}
              </Text>
            </Group>
          ))}
        {order.coupons.map(({ code, name }) => (
          <Text key={code} size="xs" c="dimmed">
            Coupon {code}: {name}
          </Text>
        ))}
      </Stack>
    </Panel>
  );
}

function Address({ address }: { address: Order['shippingAddress'] }) {
  return (
    <Text size="sm" component="address" style={{ fontStyle: 'normal', whiteSpace: 'pre-line' }}>
      {[
        address.name,
        address.line1,
        address.line2,
        `${address.postalCode} ${address.city}, ${address.stateCode}`,
        countryName(address.country),
        address.phone,
        address.gstin && `GSTIN ${address.gstin}`,
      ]
        .filter(Boolean)
        .join('\n')}
    </Text>
  );
}
