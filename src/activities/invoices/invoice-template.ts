import type { Setting } from '#domain/_shared/setting.js';
import type { InvoiceTemplateSettings } from '#domain/invoices/invoice-snapshot.js';
import { invoiceSettings } from '#domain/invoices/invoices.settings.js';
import { readableReason } from '#domain/jobs/readable-reason.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { type PictureSources, readImage } from '#integrations/storage/read-image.js';
import type { Logger } from '#lib/logger.js';
import type { SettingsReader } from '#lib/settings.js';

export interface InvoiceTemplateReader {
  /** The current settings with their pictures embedded. A picture that cannot be read is left out, and logged. */
  read(): Promise<InvoiceTemplateSettings>;
}

/** A picture of the settings that documents had to do without. */
export interface MissingPicture {
  /** Name of the setting. */
  setting: string;
  reason: string;
}

export function createInvoiceTemplateReader(
  deps: PictureSources & {
    settings: SettingsReader;
    logger: Logger;
    /** Tells the operators. */
    onMissing: (picture: MissingPicture) => Promise<void>;
  },
): InvoiceTemplateReader {
  const { settings, logger, onMissing } = deps;

  async function image(...settingsInTurn: Setting<string>[]): Promise<string | null> {
    const setting = settingsInTurn.find((candidate) => settings.get(candidate) !== '');
    if (!setting) return null;
    const location = settings.get(setting);
    try {
      return await readImage(deps, location);
    } catch (error) {
      logger.warn({ err: error, location }, 'image of the invoice settings cannot be read');
      const reason = error instanceof Error ? error.message : String(error);
      // The document does not wait for a mail that cannot be queued.
      await onMissing({ setting: setting.name, reason: readableReason(reason) }).catch((failure: unknown) =>
        logger.warn({ err: failure }, 'operators were not notified of a missing picture'),
      );
      return null;
    }
  }

  return {
    async read() {
      const get = settings.get;
      const showQr = get(invoiceSettings.showQr);
      const showSignature = get(invoiceSettings.showAuthorizedSignatory);
      const [logoUrl, signature, qr] = await Promise.all([
        image(invoiceSettings.logoUrl, storeSettings.logoUrl),
        showSignature ? image(invoiceSettings.authorizedSignatoryImageUrl) : null,
        showQr ? image(invoiceSettings.qrImageUrl) : null,
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
