import type { InvoiceTemplateSettings } from '#domain/invoices/invoice-snapshot.js';
import { invoiceSettings } from '#domain/invoices/invoices.settings.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { type PictureSources, readImage } from '#integrations/storage/read-image.js';
import type { Logger } from '#lib/logger.js';
import type { SettingsReader } from '#lib/settings.js';

export interface InvoiceTemplateReader {
  /** The settings of now with their pictures embedded. A picture that cannot be read is left out, and logged. */
  read(): Promise<InvoiceTemplateSettings>;
}

export function createInvoiceTemplateReader(
  deps: PictureSources & { settings: SettingsReader; logger: Logger },
): InvoiceTemplateReader {
  const { settings, logger } = deps;

  async function image(location: string): Promise<string | null> {
    if (location === '') return null;
    try {
      return await readImage(deps, location);
    } catch (error) {
      logger.warn({ err: error, location }, 'image of the invoice settings cannot be read');
      return null;
    }
  }

  return {
    async read() {
      const get = settings.get;
      const showQr = get(invoiceSettings.showQr);
      const showSignature = get(invoiceSettings.showAuthorizedSignatory);
      const [logoUrl, signature, qr] = await Promise.all([
        image(get(invoiceSettings.logoUrl) || get(storeSettings.logoUrl)),
        showSignature ? image(get(invoiceSettings.authorizedSignatoryImageUrl)) : null,
        showQr ? image(get(invoiceSettings.qrImageUrl)) : null,
      ]);
      return {
        title: get(invoiceSettings.title),
        logoUrl,
        currencySymbol: get(invoiceSettings.currencySymbol),
        declarationText: get(invoiceSettings.declarationText),
        customerCareLines: get(invoiceSettings.customerCareLines),
        showAuthorizedSignatory: showSignature,
        authorizedSignatoryLabel: get(invoiceSettings.authorizedSignatoryLabel),
        authorizedSignatoryImage: signature,
        showQr,
        qrImage: qr,
        footerNote: get(invoiceSettings.footerNote),
      };
    },
  };
}
