import { readGatewayBooks } from '../clients/gateway-books.js';
import { type Finding, finding } from '../finding.js';
import type { Fixtures } from '../flow.js';

interface OrderMoney {
  orderNumber: string;
  status: string;
  paymentStatus: string;
  grandTotal: number;
  refundedTotal: number | null;
}

/** The gateway's books and ours agree: paid once and kept for what is confirmed, all of it sent back otherwise. */
export async function moneyAgrees({
  container: { knex },
  folder,
}: Pick<Fixtures, 'container' | 'folder'>): Promise<Finding[]> {
  const books = readGatewayBooks(folder.sandboxes);
  const orders = (await knex('orders').where({ paymentProviderId: 'sandbox' })) as OrderMoney[];
  const byNumber = new Map(orders.map((order) => [order.orderNumber, order]));
  const asked = await requestedRefunds(knex);
  const captured = books.payments.filter((item) => item.captured);
  const kept = new Map<string, number>();
  const charged = new Map<string, number>();
  const refundProblems: string[] = [];

  for (const payment of captured) {
    const number = books.orderNumberOf(payment.order_id) ?? `unknown (${payment.order_id})`;
    const refunds = books.refunds.filter(
      (item) => item.payment_id === payment.id && item.status !== 'failed',
    );
    const back = refunds.reduce((sum, { amount }) => sum + amount, 0);
    kept.set(number, (kept.get(number) ?? 0) + payment.amount - back);
    charged.set(number, (charged.get(number) ?? 0) + 1);
    // Parts of it go back where operators, returns and cancellations of sub-orders say so.
    const own = asked.get(payment.id) ?? [payment.amount];
    if (refunds.length > 0 && sorted(refunds.map(({ amount }) => amount)) !== sorted(own))
      refundProblems.push(
        `payment ${payment.id} of ${payment.amount} went back as ${refunds.map(({ amount }) => amount).join(' + ')}`,
      );
  }

  const problems = [...kept].flatMap(([number, amount]) => {
    const order = byNumber.get(number);
    if (!order) return [`the gateway holds a payment of order ${number}, which does not exist`];
    const due = order.status === 'cancelled' ? 0 : order.grandTotal - (order.refundedTotal ?? 0);
    return amount === due
      ? []
      : [`of order ${number} (${order.status}, ${order.grandTotal}) the gateway keeps ${amount}`];
  });
  for (const order of orders) {
    if (order.paymentStatus === 'paid' && kept.get(order.orderNumber) !== order.grandTotal)
      problems.push(
        `order ${order.orderNumber} counts as paid, the gateway keeps ${kept.get(order.orderNumber) ?? 0}`,
      );
  }
  const twice = [...charged].filter(([, times]) => times > 1);
  return [
    finding(
      'no order was charged twice',
      captured.length,
      twice.map(([number, times]) => `order ${number} was charged ${times} times`),
    ),
    finding('what the gateway keeps is what confirmed orders cost', captured.length, problems),
    finding('each refund went back once, in full', captured.length, refundProblems),
    await refundsEnded(knex),
  ];
}

/** The amounts that were requested to go back, by the gateway's id of their payment. */
async function requestedRefunds(knex: Fixtures['container']['knex']): Promise<Map<string, number[]>> {
  const rows = (await knex('payments_refunds as r')
    .join('payments as p', 'p.id', 'r.paymentId')
    .whereNot('r.status', 'failed')
    .whereNotNull('p.providerPaymentId')
    .select('p.providerPaymentId', 'r.amount')) as { providerPaymentId: string; amount: number }[];
  const byPayment = new Map<string, number[]>();
  for (const { providerPaymentId, amount } of rows)
    byPayment.set(providerPaymentId, [...(byPayment.get(providerPaymentId) ?? []), amount]);
  return byPayment;
}

function sorted(amounts: readonly number[]): string {
  return [...amounts].sort((item, other) => item - other).join(' + ');
}

async function refundsEnded(knex: Fixtures['container']['knex']): Promise<Finding> {
  const rows = (await knex('payments_refunds').select('id', 'status', 'failureReason')) as {
    id: string;
    status: string;
    failureReason: string | null;
  }[];
  const open = rows.filter(({ status }) => status !== 'processed');
  return finding(
    'every refund has ended well',
    rows.length,
    open.map(({ id, status, failureReason }) => `refund ${id} is ${status}: ${failureReason ?? ''}`),
    // Where one was due and is missing, the gateway keeps too much.
    { mayBeEmpty: true },
  );
}
