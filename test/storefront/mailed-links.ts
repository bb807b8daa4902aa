import { createStockAlertMails } from '#activities/inventory/stock-alert-mails.js';
import type { AlertDetails } from '#db/inventory/alert-details.query.js';
import type { EndedRequest } from '#db/inventory/back-in-stock.repository.js';
import { authLink, authLinks } from '#domain/accounts/auth-links.js';
import type { MailTemplate } from '#domain/mail/mail-template.js';
import { mailTemplates } from '#domain/mail/template-registry.js';
import { buyerVariables, type MailedOrder } from '#domain/orders/order-mail-variables.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { newId } from '#lib/ids.js';
import { writeUnsubscribeToken } from '#operations/campaigns/unsubscribe-token.js';
import { renderMail, sampleValues } from '#operations/mail/render-mail.js';
import { tokenPageUrl } from '#operations/settings/page-urls.js';
import type { TestOrder } from '../_support/orders.js';
import type { TestPlatform } from '../_support/platform.js';

type Container = TestPlatform['container'];
type Addresses = Record<string, string>;

/** The token that the links of account mails and carts carry. */
export const MAILED_TOKEN = 'a.token';

/** The addresses of a mail's variables as the platform makes them, in place of those of the sample. */
function mailedAddresses(
  container: Container,
  shopUrl: string,
  order: TestOrder,
  template: MailTemplate,
): Addresses[] {
  const { settings, config } = container;
  const has = (name: string) => template.variables.some((variable) => variable.name === name);
  if (template.eventType in authLinks) {
    const name = template.eventType as keyof typeof authLinks;
    const url = authLink({
      template: name,
      storeUrl: shopUrl,
      path: settings.get(storeSettings[authLinks[name].path]),
      token: MAILED_TOKEN,
      serverUrl: `${config.PUBLIC_API_BASE_URL}/auth/x`,
      ownUrl: config.PUBLIC_API_BASE_URL,
    });
    return [{ url }];
  }
  if (has('stop_url')) {
    const details = {
      title: 'Lantern 1',
      slug: 'lantern-1',
      variantId: newId(),
      productId: newId(),
      price: 1,
    } as AlertDetails;
    const request = { id: newId(), address: 'waiting@example.com', name: null } as EndedRequest;
    return [createStockAlertMails(container).backInStock(details, request).variables as Addresses];
  }
  if (has('restore_url'))
    return [{ restoreUrl: tokenPageUrl(settings, 'restoreCartPath', MAILED_TOKEN, '') }];
  if (!has('order_url')) return [{ url: shopUrl }];
  return [true, false].map((guest) => {
    const subOrders = order.written.subOrders.map((subOrder) => ({ ...subOrder, lines: [] }));
    const mailed = { ...order.written.order, guest, subOrders } as unknown as MailedOrder;
    return buyerVariables(mailed, shopUrl) as Addresses;
  });
}

/**
 * Every link of the mails to buyers that leads to the storefront, as the platform makes it.
 * @param shopUrl the storefront's address, as the settings of the platform have it
 * @throws Error for a mail without any
 */
export function mailedLinks(
  container: Container,
  shopUrl: string,
  order: TestOrder,
): { links: Set<string>; unsubscribeToken: string } {
  const links = new Set<string>();
  for (const template of mailTemplates.filter(({ role }) => role === 'customer'))
    for (const addresses of mailedAddresses(container, shopUrl, order, template)) {
      const sample = sampleValues(template);
      const values = { ...sample, payload: { ...sample.payload, ...addresses } };
      const { html } = renderMail(template, template, values, container);
      const own = [...html.matchAll(/href="([^"]+)"/g)]
        .map(([, url = '']) => url.replaceAll('&amp;', '&'))
        .filter((url) => url.startsWith(shopUrl));
      if (own.length === 0) throw new Error(`${template.eventType} has no link to ${shopUrl}`);
      for (const url of own) links.add(url);
    }
  const unsubscribeToken = writeUnsubscribeToken(
    { broadcastId: newId(), address: 'reader@example.com' },
    container.keyring,
  );
  links.add(tokenPageUrl(container.settings, 'unsubscribePath', unsubscribeToken, ''));
  return { links, unsubscribeToken };
}
