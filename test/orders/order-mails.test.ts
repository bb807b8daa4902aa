import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { composeMail } from '#operations/mail/compose-mail.js';
import type { MailRow } from '#db/mail/mail.repository.js';
import { createSession } from '../_support/accounts.js';
import { createBuyer, type TestBuyer } from '../_support/orders.js';
import {
  data,
  placeOrder,
  readyCart,
  startShop,
  type TestShop,
  vendorWithVariant,
} from '../_support/shop.js';
import type { TestVendor } from '../_support/vendors.js';

let shop: TestShop;
let vendor: TestVendor;
let variantId: string;

beforeAll(async () => {
  shop = await startShop();
  ({ vendor, variantId } = await vendorWithVariant(shop, { title: 'Brass diya', price: 50_000 }));
  const admin = shop.http.as((await createSession(shop.container, { roles: ['superAdmin'] })).token);
  data(await admin.patch('/admin/settings/admin', { 'tax.default_lines': [{ type: 'GST', rate: 18 }] }));
  data(
    await admin.patch('/admin/settings/store', {
      'storefront_urls.store_url': 'https://store.example.com/',
      'storefront_urls.vendor_panel_url': 'https://panel.example.com/',
    }),
  );
});
afterAll(() => shop.stop());

/** The mails to an address, as they would go out now. */
async function mailsTo(recipient: string) {
  const { config, knex, settings, storage, keyring } = shop.container;
  const rows = (await knex('mail_messages').where({ recipient }).orderBy('id')) as MailRow[];
  return rows.map((row) => ({
    template: row.template,
    ...composeMail(row, { config, settings, storage, keyring }),
  }));
}

async function order(buyer: TestBuyer, paymentOption: string) {
  const cart = await readyCart(shop, [{ variantId, quantity: 2 }], { buyer });
  return data(await placeOrder(cart, { paymentOption })).order;
}

describe('the mails of an order', () => {
  it('tell the buyer what was bought, what it costs, and where to look', async () => {
    const buyer = await createBuyer(shop.container);
    const { id, orderNumber } = await order(buyer, 'cod');
    const [mail, ...others] = await mailsTo(buyer.email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      template: 'order.confirmed',
      subject: `Your order ${orderNumber} is confirmed`,
      unknownVariables: [],
    });
    for (const subOrder of [
      '2 × Brass diya: ₹1,000.00',
      'GST 18%: ₹180.00',
      'Shipping: Free',
      'Total: ₹1,180.00',
      'Cash on delivery',
      'To pay in cash on delivery   ₹1,180.00',
    ])
      expect(mail?.text).toContain(subOrder);
    expect(mail?.html).toContain(`https://store.example.com/orders/${id}`);
    const [, described = ''] =
      /<script type="application\/ld\+json">(.*?)<\/script>/.exec(mail?.html ?? '') ?? [];
    expect(JSON.parse(described)).toMatchObject({
      '@type': 'Order',
      orderNumber,
      orderStatus: 'http://schema.org/OrderProcessing',
      price: '1180.00',
      priceCurrency: 'INR',
      acceptedOffer: [
        { itemOffered: { name: 'Brass diya' }, eligibleQuantity: { value: 2 }, price: '1000.00' },
      ],
    });
  });

  it('tell a guest how to find the order again', async () => {
    const guest = await createBuyer(shop.container, { anonymous: true });
    await order(guest, 'cod');
    const [mail] = await mailsTo(guest.email);
    expect(mail?.template).toBe('guest_order.confirmation');
    expect(mail?.html).toContain('https://store.example.com/orders/lookup');
  });

  it('tell the vendor only what is its own, and nothing of an order that is not confirmed', async () => {
    const before = (await mailsTo(vendor.email)).length;
    const buyer = await createBuyer(shop.container);
    await order(buyer, 'sandbox');
    expect(await mailsTo(vendor.email)).toHaveLength(before);
    const { id, orderNumber } = await order(buyer, 'cod');
    const mail = (await mailsTo(vendor.email)).at(-1);
    expect(mail).toMatchObject({
      template: 'order.placed',
      subject: `New order ${orderNumber} to ship`,
      unknownVariables: [],
    });
    expect(mail?.text).toContain('Mumbai, Maharashtra');
    expect(mail?.text).toMatch(/Ship by\s+\d+ \w+ \d{4}/);
    expect(mail?.html).not.toContain('ld+json');
    const subOrder = (await shop.container.knex('orders_sub_orders').where({ orderId: id }).first('id')) as {
      id: string;
    };
    expect(mail?.html).toContain(`href="https://panel.example.com/orders/${subOrder.id}"`);
    expect(mail?.text).not.toContain(buyer.email);
  });
});
