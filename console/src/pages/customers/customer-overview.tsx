import { Alert, Anchor, Group, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import { ActButton } from '../../generic/act-button.js';
import { Figure } from '../../generic/figure.js';
import { Panel } from '../../generic/panel.js';
import { Slots } from '../../generic/slots.js';
import { State, Time } from '../../generic/value.js';
import { useDeclarations } from '../../lib/declarations.js';
import { ago, label, money, number, wholeMoney } from '../../lib/format.js';
import { mayCall, useSession } from '../../lib/session.js';
import { NotesPanel } from '../notes/notes-panel.js';
import type { Customer } from './customer-page.js';

/** Figures, why mails do not reach the customer, and the newest orders. */
export function CustomerOverview({ customer }: { customer: Customer }) {
  const { currency } = useDeclarations().store;
  const { spent, suppression } = customer;
  const sums = spent.length > 0 ? spent : [{ currency, amount: 0, refunded: 0 }];
  return (
    <Stack gap="md">
      {customer.bannedAt && (
        <Alert color="red" variant="light" title="This account is banned">
          Since <Time instant={customer.bannedAt} />: nobody can sign in with it.
        </Alert>
      )}
      {suppression && (
        <Alert color="yellow" variant="light" title="Mails do not go to this address">
          <Stack gap="xs" align="flex-start">
            <Text size="sm">
              {label(suppression.reason)}, since <Time instant={suppression.since} />.
            </Text>
            <ActButton
              size="compact-sm"
              operation="deleteAdminEmailSuppressionsByAddress"
              path={{ address: customer.email }}
              label="Send mails again"
              text={`Mails go to ${customer.email} from now on. If the address still bounces, it is suppressed again.`}
              done="Mails go to the address again"
            />
          </Stack>
        </Alert>
      )}
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        <Figure
          name="Orders"
          value={number(customer.orderCount)}
          note={customer.lastOrderAt ? `Last order ${ago(customer.lastOrderAt)}` : undefined}
        />
        {sums.map((sum) => (
          <Figure
            key={sum.currency}
            name="Spent"
            value={wholeMoney(sum.amount, sum.currency)}
            note={sum.refunded > 0 ? `${money(sum.refunded, sum.currency)} refunded` : undefined}
          />
        ))}
        <Figure name="Reviews" value={number(customer.reviewCount)} />
        <Figure name="Mails" value={customer.mailCount > 1000 ? '1,000+' : number(customer.mailCount)} />
      </SimpleGrid>
      <NewestOrders orders={customer.recentOrders} />
      <NotesPanel entity="user" id={customer.id} />
      <Slots on="customer" id={customer.id} />
    </Stack>
  );
}

function NewestOrders({ orders }: { orders: Customer['recentOrders'] }) {
  const session = useSession();
  const read = mayCall(useDeclarations().get('getAdminOrdersByOrderId'), session);
  return (
    <Panel title="Newest orders" flush>
      {orders.length === 0 && (
        <Text size="sm" c="dimmed" p="md" pt={0}>
          No order yet.
        </Text>
      )}
      {orders.length > 0 && (
        <div className="scroll" tabIndex={0} role="region" aria-label="Newest orders">
          <Table className="table" horizontalSpacing="md">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Order</Table.Th>
                <Table.Th>Status</Table.Th>
                <Table.Th ta="right">Total</Table.Th>
                <Table.Th>Placed</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {orders.map((order) => (
                <Table.Tr key={order.id}>
                  <Table.Td className="nowrap">
                    {read ? (
                      <Anchor component={Link} to={`/admin/orders/${order.id}`} size="sm">
                        {order.orderNumber}
                      </Anchor>
                    ) : (
                      order.orderNumber
                    )}
                  </Table.Td>
                  <Table.Td>
                    <Group>
                      <State text={order.status} />
                    </Group>
                  </Table.Td>
                  <Table.Td ta="right" className="nowrap">
                    {money(order.grandTotal, order.currency)}
                  </Table.Td>
                  <Table.Td>
                    <Time instant={order.placedAt} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </Panel>
  );
}
