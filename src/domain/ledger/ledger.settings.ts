import { z } from 'zod';
import { setting } from '#domain/_shared/setting.js';
import { GST_BEGAN } from '#domain/tax/hsn-rate.js';

const basisPoints = z.int().min(0).max(10_000);

/** An operator with a GSTIN says by this that no GST is due on its commission. */
export const NOT_LIABLE = 'not_liable';

/** What the operator withholds from vendors at a sale. */
export const ledgerSettings = {
  withholdTaxes: setting('admin', 'ledger.withhold_taxes', {
    schema: z.boolean(),
    default: false,
    description: 'Whether the operator withholds TCS and TDS from vendors at the sale',
  }),
  tcsBasisPoints: setting('admin', 'tax.tcs_basis_points', {
    schema: basisPoints,
    default: 50,
    description:
      'Tax collected at source, in basis points of the net taxable value of sellers with a GSTIN (CGST Act, section 52)',
  }),
  tcsBySupplyFrom: setting('admin', 'tax.tcs_by_supply_from', {
    schema: z.literal('').or(z.iso.date()),
    default: GST_BEGAN,
    description:
      'First day, in India, on which tax collected at source is posted with the invoice and with each credit note; before it, and where empty, with payment and refund. What was withheld with a payment stays so',
  }),
  tdsBasisPoints: setting('admin', 'tax.tds_basis_points', {
    schema: basisPoints,
    default: 10,
    description: 'Tax deducted at source from e-commerce sellers, in basis points of the amount without GST',
  }),
  commissionGstFrom: setting('admin', 'ledger.commission_gst_from', {
    schema: z.literal(['', NOT_LIABLE]).or(z.iso.date()),
    default: '',
    description:
      'First day of the store on which commission carries GST, 2027-04-01, which vendors get a mail of, or `not_liable`. With operator.gstin one of both is needed',
  }),
  commissionByCategory: setting('admin', 'commission.by_category', {
    schema: z
      .record(z.uuid(), basisPoints)
      .refine((rates) => Object.keys(rates).length <= 1_000, 'must have at most 1,000 categories'),
    default: {},
    description:
      'Commission in basis points of products by the id of their main category, in place of that of their vendor',
  }),
  commissionGstBasisPoints: setting('admin', 'commission.gst_basis_points', {
    schema: basisPoints,
    default: 1_800,
    description: 'GST that the operator charges on its commission, in basis points',
  }),
} as const;
