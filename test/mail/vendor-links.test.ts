import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MailRow } from '#db/mail/mail.repository.js';
import type { Shipment } from '#domain/shipping/shipment.js';
import { newId } from '#lib/ids.js';
import { systemContext } from '#domain/_shared/context.js';
import { composeMail } from '#operations/mail/compose-mail.js';
import { createShippingMails } from '#operations/shipping/shipping-mails.js';
import { createSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { createSellableVariant, type TestOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { data } from '../_support/shop.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';
import { alertsNow } from '../inventory/alerts-now.js';
import { deliveredSale, setBank } from '../payouts/payable-vendor.js';
import { createHeldOrder } from '../shipping/held-order.js';

const PANEL = 'https://panel.example.com';
let platform: TestPlatform;
let root: HttpClient;

beforeAll(async () => {
  platform = await startPlatform();
  root = platform.http.as((await createSession(platform.container, { roles: ['superAdmin'] })).token);
});
afterAll(() => platform.stop());

const setPanel = async (url: string) => {
  data(await root.patch('/admin/settings/store', { 'storefront_urls.vendor_panel_url': url }));
  await platform.container.settings.refresh();
};

/** The newest mail of a template, as it would leave now. */
async function newest(template: string, role: MailRow['role'] = 'vendor_member') {
  const { config, knex, settings, storage, keyring } = platform.container;
  const row = (await knex('mail_messages')
    .where({ template, role })
    .orderBy('id', 'desc')
    .first()) as MailRow;
  return composeMail(row, { config, settings, storage, keyring });
}

interface Occasion {
  template: string;
  /** Brings the mail about. @returns the page that its button opens */
  cause: (vendor: TestVendor) => Promise<string>;
}

const subOrderOf = (order: TestOrder) => order.subOrders[0]?.subOrderId ?? '';

async function returnable(vendor: TestVendor): Promise<TestOrder> {
  const order = await createHeldOrder(platform.container, { vendorIds: [vendor.vendorId], paid: true });
  const path = `/admin/orders/vendors/${subOrderOf(order)}`;
  data(await root.post(`${path}/fulfilled`, { providerId: 'self-handled' }));
  data(await root.post(`${path}/delivered`));
  return order;
}

const occasions: readonly Occasion[] = [
  {
    template: 'return.requested',
    async cause(vendor) {
      const order = await returnable(vendor);
      const [line] = order.written.lines;
      const asked = await platform.http
        .as(order.buyer.token)
        .post<{ id: string }>(`/store/orders/${order.orderId}/vendors/${subOrderOf(order)}/return-requests`, {
          lines: [{ lineId: line?.id, quantity: 1 }],
          reason: 'Too small',
        });
      return `return-requests/${data(asked).id}`;
    },
  },
  {
    template: 'shipping.shipment.returning',
    async cause(vendor) {
      const { container } = platform;
      const { orderId, ...order } = await createHeldOrder(container, { vendorIds: [vendor.vendorId] });
      const subOrderId = order.subOrders[0]?.subOrderId;
      const parcel = { id: newId(), orderId, subOrderId, vendorId: vendor.vendorId };
      const ctx = systemContext({ name: 'test' }, new Date());
      const mails = createShippingMails(container);
      await container.unitOfWork.run(ctx, (tx) => mails.returning(tx, ctx, parcel as unknown as Shipment));
      return `orders/${subOrderId}`;
    },
  },
  {
    template: 'payout.paid',
    async cause(vendor) {
      await setBank(platform.http.as(vendor.token));
      await deliveredSale(platform.container, vendor.vendorId);
      const body = { vendorId: vendor.vendorId, until: new Date().toISOString() };
      const { id } = data(await root.post<{ id: string }>('/admin/payouts', body));
      data(await root.post(`/admin/payouts/${id}/paid`, { reference: 'NEFT 1' }));
      return `payouts/${id}`;
    },
  },
  {
    template: 'back_in_stock.vendor_alert',
    async cause({ vendorId, token }) {
      const { container } = platform;
      const { variantId } = await createSellableVariant(container, vendorId, { onHand: 0, price: 10_000 });
      const row = {
        variantId,
        address: `${newId()}@example.com`,
        expiresAt: new Date(Date.now() + 86_400_000),
      };
      await container.knex('inventory_back_in_stock_requests').insert(row);
      data(await platform.http.as(token).patch(`/vendor/inventory/${variantId}`, { lowStockThreshold: 1 }));
      await alertsNow(container);
      const { productId } = (await container
        .knex('products_variants')
        .where({ id: variantId })
        .first('productId')) as { productId: string };
      return `products/${productId}`;
    },
  },
  {
    template: 'vendor.application.approved',
    async cause() {
      const applicant = await createSession(platform.container);
      const applied = await platform.http
        .as(applicant.token)
        .post<{ id: string }>('/store/vendor-applications', {
          displayName: `Kaveri ${newId()}`,
          legalName: 'Kaveri Textiles LLP',
          gstin: '27AAPFU0939F1ZV',
        });
      data(await root.post(`/admin/vendor-applications/${data(applied).id}/approve`));
      return '';
    },
  },
];

describe('mails to vendors', () => {
  it.each(occasions)(
    '$template links to its page of the vendor panel, and has no button without one',
    async (occasion) => {
      const { template, cause } = occasion;
      await setPanel(`${PANEL}/`);
      const vendor = await createVendor(platform.container);
      const page = await cause(vendor);
      const linked = await newest(template);
      const url = [PANEL, page].filter(Boolean).join('/');
      expect(linked.html).toContain(`href="${url}"`);
      expect(linked.text).toContain(url);

      await setPanel('');
      await cause(await createVendor(platform.container));
      const { html, text } = await newest(template);
      expect(html).not.toMatch(/href=""|class="mail-button"/);
      expect(text).not.toContain(PANEL);
    },
  );
});
