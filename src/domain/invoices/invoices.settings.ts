import { z } from 'zod';
import { setting } from '#domain/_shared/setting.js';
import { pictureSetting } from '#domain/settings/picture.settings.js';

const line = (max: number) => z.string().trim().max(max);

/**
 * A prefix that operators choose from now on. One that begins with 0 is refused: a number that begins so is not one that the invoice
 * registration of the GST network takes, and a spreadsheet drops the zero.
 */
export const newPrefixSchema = z
  .string()
  .regex(/^[A-Z1-9][A-Z0-9]{0,3}$/, 'must be 1 to 4 capital letters or digits, the first not 0');

/** The parts of an invoice that follow the operator; everything else is frozen at first issue. */
export const invoiceSettings = {
  title: setting('admin', 'invoice.title', {
    schema: line(60).min(1),
    default: 'Tax Invoice',
    description: 'Title of an invoice of a registered seller',
  }),
  logoUrl: setting('admin', 'invoice.logo_url', {
    schema: pictureSetting,
    default: '',
    description: 'Logo on invoices; the logo of the store where empty',
  }),
  numberPrefix: setting('admin', 'invoice.number_prefix', {
    schema: newPrefixSchema,
    default: 'INV',
    description: 'Start of new invoice numbers; those already issued keep theirs',
  }),
  creditNotePrefix: setting('admin', 'invoice.credit_note_prefix', {
    schema: newPrefixSchema,
    default: 'CN',
    description:
      'Start of new credit note numbers, other than that of invoices; those already issued keep theirs',
  }),
  challanPrefix: setting('admin', 'invoice.challan_prefix', {
    schema: newPrefixSchema,
    default: 'DC',
    description:
      'Start of new delivery challan numbers, other than those of invoices and credit notes; those already issued keep theirs',
  }),
  currencySymbol: setting('admin', 'invoice.currency_symbol', {
    schema: line(8),
    default: '₹',
    description: 'Currency symbol on invoices',
  }),
  declarationText: setting('admin', 'invoice.declaration_text', {
    schema: line(2000),
    default:
      'We declare that this invoice shows the actual price of the goods described and that all particulars are true and correct.',
    description: 'Declaration above the signature',
  }),
  customerCareLines: setting('admin', 'invoice.customer_care_lines', {
    schema: z.array(line(200)).max(8),
    default: [],
    description: 'Lines that tell buyers where to ask',
  }),
  showAuthorizedSignatory: setting('admin', 'invoice.show_authorized_signatory', {
    schema: z.boolean(),
    default: true,
    description: 'Whether the signature block is printed',
  }),
  authorizedSignatoryLabel: setting('admin', 'invoice.authorized_signatory_label', {
    schema: line(100),
    default: 'Authorised Signatory',
    description: 'Text under the signature',
  }),
  authorizedSignatoryImageUrl: setting('admin', 'invoice.authorized_signatory_image_url', {
    schema: pictureSetting,
    default: '',
    description: 'Picture of the signature',
  }),
  showQr: setting('admin', 'invoice.show_qr', {
    schema: z.boolean(),
    default: false,
    description: 'Whether the QR code is printed',
  }),
  qrImageUrl: setting('admin', 'invoice.qr_image_url', {
    schema: pictureSetting,
    default: '',
    description: 'Picture of the QR code',
  }),
  roundOff: setting('admin', 'invoice.round_off', {
    schema: z.boolean(),
    default: false,
    description:
      'Whether new invoices print their total in whole rupees beside the exact one, which is what was paid',
  }),
  footerNote: setting('admin', 'invoice.footer_note', {
    schema: line(1000),
    default: '',
    description: 'Last line of the page',
  }),
} as const;
