import type { AlertDetails } from '#db/inventory/alert-details.query.js';
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
  const titleOf = ({ title, variantTitle }: AlertDetails) =>
    variantTitle ? `${title}, ${variantTitle}` : title;

  /** @param number counts the mails about the variant */
  function toVendor(
    template: 'inventory.low_stock' | 'back_in_stock.vendor_alert',
    details: AlertDetails,
    recipients: readonly VendorRecipient[],
    number: number,
  ): MailToSend[] {
    const { variantId, productId, vendorId, sku, available, threshold, waiting } = details;
    const productUrl = vendorPanelUrl(settings, `products/${productId}`);
    const product = { variantId, productId, productTitle: titleOf(details), sku: sku ?? '', productUrl };
    const variables =
      template === 'inventory.low_stock'
        ? { ...product, available, threshold }
        : { ...product, waitingCount: waiting };
    return recipients
      .filter((recipient) => recipient.vendorId === vendorId)
      .map(({ userId, name, email }) => ({
        template,
        role: 'vendor_member' as const,
        to: email,
        variables: { customerName: name, ...variables },
        dedupeKey: `${template}:${variantId}:${number}:${userId}`,
      }));
  }

  return {
    lowStock: (details: AlertDetails, recipients: readonly VendorRecipient[], number: number) =>
      toVendor('inventory.low_stock', details, recipients, number),

    waiting: (details: AlertDetails, recipients: readonly VendorRecipient[], number: number) =>
      toVendor('back_in_stock.vendor_alert', details, recipients, number),

    backInStock(details: AlertDetails, { id, address, name }: EndedRequest): MailToSend {
      const store = storefrontUrl(settings);
      return {
        template: 'back_in_stock.available',
        role: 'customer',
        to: address,
        variables: {
          customerName: name ?? '',
          variantId: details.variantId,
          productId: details.productId,
          productTitle: titleOf(details),
          productUrl: store && `${store}/products/${details.slug}`,
          price: details.price,
          currency: settings.get(storeSettings.currency),
          stopUrl: stopUrl(config.PUBLIC_API_BASE_URL, address, { keyring, settings }),
        },
        dedupeKey: `back_in_stock.available:${id}`,
      };
    },
  };
}

export type StockAlertMails = ReturnType<typeof createStockAlertMails>;
