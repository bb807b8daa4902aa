import type { GstSlab, GstTreatment, SlabUnit } from './gst-rate.js';

/** GST of all goods whose HSN code begins so, on some days; the longest prefix of a code that holds on a day counts. */
export interface HsnRate extends Pick<GstTreatment, 'gstRate' | 'gstExempt'> {
  /** Two to eight digits: chapter, heading, subheading or tariff item. */
  hsnPrefix: string;
  /** Percent of compensation cess; null leaves that of the tax list. */
  cessRate: number | null;
  /** Subunits of a piece or pair, above which `gstRateAbove` holds; null without a slab. */
  slabLimit: number | null;
  slabUnit: SlabUnit | null;
  /** Percent. */
  gstRateAbove: number | null;
  /** Day in India, `2025-09-22`. */
  validFrom: string;
  /** The last day; null while no end is known. */
  validUntil: string | null;
  description: string | null;
  /** The notification that says so. */
  source: string | null;
}

/** Before GST began there is nothing to say (CGST Act 2017 came into force on this day). */
export const GST_BEGAN = '2017-07-01';

/** Whether two rows of one prefix hold on a common day. */
export function overlap(
  a: Pick<HsnRate, 'validFrom' | 'validUntil'>,
  b: Pick<HsnRate, 'validFrom' | 'validUntil'>,
): boolean {
  return a.validFrom <= (b.validUntil ?? '9999-12-31') && b.validFrom <= (a.validUntil ?? '9999-12-31');
}

/** Why a variant is on its vendor's list. */
export const gstGapReasons = [
  'hsn_code_missing',
  'hsn_code_malformed',
  'hsn_code_not_listed',
  'gst_rate_missing',
  'gst_rate_not_listed',
] as const;
export type GstGapReason = (typeof gstGapReasons)[number];

/** A variant that is on its vendor's list for its HSN code or its GST rate. */
export interface GstGap {
  variantId: string;
  productId: string;
  vendorId: string;
  productTitle: string;
  sku: string | null;
  hsnCode: string | null;
  lacksHsnCode: boolean;
  /** Neither the variant, its product nor its HSN code says one: the tax list of the vendor applies. */
  lacksGstRate: boolean;
  reasons: GstGapReason[];
}

/** The GST that a product would be charged today, and what says so. */
export interface ChargedGst {
  /** Percent of the price that was asked for; null where no GST is charged. */
  gstRate: number | null;
  gstExempt: boolean;
  cessRate: number | null;
  reason: ChargedGstReason;
  /** Of a rate by HSN code: its row. */
  hsnPrefix: string | null;
  description: string | null;
  source: string | null;
  slab: GstSlab | null;
  /** What is wrong with the HSN code; null where nothing is. */
  hsnProblem: 'malformed' | 'not_listed' | null;
}

export const chargedGstReasons = [
  'seller_not_registered',
  'composition_scheme',
  'own_rate',
  'hsn_code',
  'own_list_without_gst',
  'tax_list',
  'nothing',
] as const;
export type ChargedGstReason = (typeof chargedGstReasons)[number];
