import type { GstTreatment } from './gst-rate.js';

/** GST of all goods whose HSN code begins so; the longest prefix of a code counts. */
export interface HsnRate extends GstTreatment {
  /** Two to eight digits: chapter, heading, subheading or tariff item. */
  hsnPrefix: string;
  description: string | null;
}

/** A variant that is on its vendor's list for want of an HSN code or of a GST rate. */
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
}
