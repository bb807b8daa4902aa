import { expect, test } from '@jest/globals';
import { type MailedOrder, vendorVariables } from '#domain/orders/order-mail-variables.js';

function shipTo(address: { city: string; stateCode: string; country: string }): unknown {
  const order = { shippingAddress: address, placedAt: new Date(0), paymentMethod: 'cod', subOrders: [] };
  const subOrder = { lines: [], total: 0 };
  return vendorVariables(order as unknown as MailedOrder, subOrder as never, 'Asha', '').shipTo;
}

test.each([
  [{ city: 'Lucknow', stateCode: '09', country: 'IN' }, 'Lucknow, Uttar Pradesh'],
  [{ city: 'Nikko', stateCode: '09', country: 'JP' }, 'Nikko, JP'],
])('a vendor is told to send %j to %s', (address, words) => {
  expect(shipTo(address)).toBe(words);
});
