import { z } from 'zod';
import { setting } from '#domain/_shared/setting.js';
import type { TaxRule } from './line-taxes.js';

const taxRules: z.ZodType<TaxRule[]> = z
  .array(
    z.strictObject({
      type: z.string().trim().min(1).max(50),
      rate: z.number().min(0).max(100),
    }),
  )
  .max(20);

const subunits = z.int().min(0).max(100_000_000_00);

/** What a quote follows beside the prices: taxes and shipping. */
export const checkoutSettings = {
  defaultTaxLines: setting('admin', 'tax.default_lines', {
    schema: taxRules,
    default: [],
    description: 'Taxes of vendors that have no list, `{ type, rate }` with the rate in percent',
  }),
  pricesIncludeTax: setting('admin', 'tax.prices_include_tax', {
    schema: z.boolean(),
    default: false,
    description: 'Whether prices contain the taxes; otherwise they are added at checkout',
  }),
  taxShipping: setting('admin', 'tax.on_shipping', {
    schema: z.boolean(),
    default: true,
    description:
      'Whether shipping is taxed with the goods, at the rates of the taxed lines (CGST Act 2017, sections 8 and 15(2))',
  }),
  afterRateFall: setting('admin', 'tax.after_rate_fall', {
    schema: z.enum(['refund', 'keep']),
    default: 'refund' as const,
    description:
      'What becomes of tax that an order was placed with and its invoice no longer has, because the rate fell (CGST Act 2017, section 171): `refund` returns it to buyers who have paid, `keep` leaves it to the vendor as price',
  }),
  vendorTaxLines: setting('vendor', 'tax.lines', {
    schema: taxRules.nullable(),
    default: null,
    description:
      'Taxes of this vendor instead of the default; an empty list means no taxes, null the default',
    adminOnly: true,
  }),
  shippingFlatRate: setting('vendor', 'shipping.flat_rate_subunit', {
    schema: subunits,
    default: 0,
    description: 'Shipping charge of an order, in subunits, whatever is in it',
  }),
  cashForGuests: setting('admin', 'checkout.cod_guests', {
    schema: z.enum(['always', 'verified', 'never']),
    default: 'always' as const,
    description:
      'Whether buyers without an account may pay on delivery: `always`, `verified` once they have confirmed their e-mail address by a code, or `never`',
  }),
  cashOpenOrders: setting('admin', 'checkout.cod_guest_open_orders', {
    schema: z.int().min(1).max(1_000),
    default: 3,
    description:
      'Open orders on delivery of buyers without an account, per e-mail address and per shipping address',
  }),
  cashPieces: setting('admin', 'checkout.cod_guest_pieces', {
    schema: z.int().min(1).max(1_000_000),
    default: 20,
    description:
      'Pieces that buyers without an account order on delivery in 24 hours, per e-mail address and per shipping address',
  }),
  shippingFreeAbove: setting('vendor', 'shipping.free_above_subunit', {
    schema: subunits.nullable(),
    default: null,
    description: 'Merchandise subtotal, in subunits, from which on shipping is free; null is never',
  }),
} as const;
