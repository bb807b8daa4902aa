import type { AlertFacts } from '#db/inventory/alert-facts.query.js';
import type { EndedRequest } from '#db/inventory/back-in-stock.repository.js';
import type { VendorRecipient } from '#db/orders/vendor-recipients.query.js';
import type { MailToSend } from '#domain/mail/mail-message.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { stopUrl } from '#operations/inventory/stop-link.js';
import type { Platform } from '#operations/platform.js';
import { storefrontUrl, vendorPanelUrl } from '#operations/settings/page-urls.js';

/** The mails about the stock of variants. */
export function createStockAlertMails({
  config,
  settings,
  keyring,
}: Pick<Platform, 'config' | 'settings' | 'keyring'>) {
  const titleOf = ({ title, variantTitle }: AlertFacts) =>
    variantTitle ? `${title}, ${variantTitle}` : title;

  /** @param number counts the mails about the variant */
  function toVendor(
    template: 'inventory.low_stock' | 'back_in_stock.vendor_alert',
    facts: AlertFacts,
    recipients: readonly VendorRecipient[],
    number: number,
  ): MailToSend[] {
    const { variantId, productId, vendorId, sku, available, threshold, waiting } = facts;
    const product = { productTitle: titleOf(facts), sku: sku ?? '' };
    const variables =
      template === 'inventory.low_stock'
        ? { ...product, available, threshold }
        : {
            ...product,
            productUrl: vendorPanelUrl(settings, `products/${productId}`),
            waitingCount: waiting,
          };
    return recipients
      .filter((recipient) => recipient.vendorId === vendorId)
      .map(({ userId, name, email }) => ({
        ...{ template, role: 'vendor_member' as const, to: email },
        variables: { customerName: name, ...variables },
        dedupeKey: `${template}:${variantId}:${number}:${userId}`,
      }));
  }

  return {
    lowStock: (facts: AlertFacts, recipients: readonly VendorRecipient[], number: number) =>
      toVendor('inventory.low_stock', facts, recipients, number),

    waiting: (facts: AlertFacts, recipients: readonly VendorRecipient[], number: number) =>
      toVendor('back_in_stock.vendor_alert', facts, recipients, number),

    backInStock(facts: AlertFacts, { id, address, name }: EndedRequest): MailToSend {
      const store = storefrontUrl(settings);
      return {
        ...{ template: 'back_in_stock.available', role: 'customer', to: address },
        variables: {
          customerName: name ?? '',
          productTitle: titleOf(facts),
          productUrl: store && `${store}/products/${facts.slug}`,
          price: facts.price,
          currency: settings.get(storeSettings.currency),
          stopUrl: stopUrl(config.PUBLIC_API_BASE_URL, address, keyring),
        },
        dedupeKey: `back_in_stock.available:${id}`,
      };
    },
  };
}

export type StockAlertMails = ReturnType<typeof createStockAlertMails>;
