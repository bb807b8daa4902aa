import type { InvoiceTemplateSettings } from '#domain/invoices/invoice-snapshot.js';

/** Stands in for the pictures of the settings, which have no say in whether a document may be issued. */
export const PLAIN_TEMPLATE: InvoiceTemplateSettings = {
  title: '',
  logoUrl: null,
  currencySymbol: '',
  declarationText: '',
  customerCareLines: [],
  showAuthorizedSignatory: false,
  authorizedSignatoryLabel: '',
  authorizedSignatoryImage: null,
  showQr: false,
  qrImage: null,
  footerNote: '',
};
