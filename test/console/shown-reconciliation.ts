import { newId } from '#lib/ids.js';
import type { TestOrder } from '../_support/orders.js';
import type { TestConsole } from './console-tests.js';

const day = 86_400_000;

/** A dispute with its evidence, money without an explanation, and a settlement that does not add up. */
export async function fillReconciliation(
  { knex }: TestConsole['platform']['container'],
  { orderId, grandTotal }: Pick<TestOrder, 'orderId' | 'grandTotal'>,
): Promise<void> {
  const providerId = 'sandbox';
  const of = { providerId, currency: 'INR' };
  await knex('reconciliation_disputes').insert({
    ...of,
    providerDisputeId: `disp_${newId()}`,
    providerPaymentId: `pay_${newId()}`,
    orderId,
    amount: grandTotal,
    state: 'opened',
    reasonCode: 'goods_or_services_not_received_or_partially_received',
    dueAt: new Date(Date.now() + 5 * day),
    openedAt: new Date(Date.now() - 2 * day),
    stateAt: new Date(Date.now() - 2 * day),
    deducted: grandTotal,
    evidenceState: 'ready',
    evidenceAt: new Date(),
  });
  const createdAt = new Date(Date.now() - day);
  await knex('reconciliation_items').insert([
    {
      ...of,
      kind: 'refund_to_allocate',
      sourceId: newId(),
      providerRef: 'rfnd_Lq4sWJz8bYcXnV',
      orderId,
      amount: 12_345,
      reason: 'It is neither the rest of the order, nor a sub-order, nor pieces of one line',
      createdAt,
    },
    {
      ...of,
      kind: 'payment_unmatched',
      sourceId: newId(),
      providerRef: 'pay_Mn2cVbR7tYuIoP',
      amount: 9_900_000,
      reason: 'No payment of an order is known for this charge',
      createdAt,
    },
    {
      ...of,
      kind: 'settlement_differs',
      sourceId: newId(),
      providerRef: 'setl_Kj3hGfD5sAqWeR',
      amount: -4_200,
      reason: 'Its lines add up to 18450.00, and it is 18492.00',
      createdAt,
    },
  ]);
  await knex('reconciliation_settlements').insert({
    ...of,
    providerSettlementId: `setl_${newId()}`,
    state: 'processed',
    amount: 1_849_200,
    captures: 2_100_000,
    refunds: -200_000,
    lineFees: 42_000,
    lineTax: 7_560,
    disputes: -5_440,
    lines: 27,
    difference: -4_200,
    reference: 'HDFCN52026112812345678',
    issuedAt: createdAt,
    processedAt: createdAt,
    booked: 1_849_200,
    bookingId: newId(),
  });
}
