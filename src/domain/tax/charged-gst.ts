import { atSaleValue, type GstTreatment, isTreated, NO_TREATMENT, withGstRate } from './gst-rate.js';
import { isGst } from './gst-type.js';
import type { ChargedGst, ChargedGstReason, HsnRate } from './hsn-rate.js';

type Rules = readonly { type: string; rate: number }[];

export interface ChargedGstInput {
  hsnCode: string | null;
  /** The own rate of the product or variant. */
  gstRate: number | null;
  gstExempt: boolean;
  /** Subunits of a piece. */
  price: number | null;
  /** Whether the seller charges GST at all. */
  registered: boolean;
  /** Under the composition scheme it does not. */
  composition: boolean;
  /** The tax list of the vendor; null where it has none. */
  ownList: Rules | null;
  /** That of the platform. */
  defaults: Rules;
  pricesIncludeTax: boolean;
  /** What the table says of the HSN code; null without one. */
  state: {
    gst: GstTreatment | null;
    row: Pick<HsnRate, 'hsnPrefix' | 'description' | 'source'> | null;
    listed: boolean;
  } | null;
}

/** The GST that a piece is charged, by the rules that the quote of a cart follows, and what says so. */
export function chargedGst(input: ChargedGstInput): ChargedGst {
  const own: GstTreatment = { gstRate: input.gstRate, gstExempt: input.gstExempt };
  const found = isTreated(own) ? own : (input.state?.gst ?? NO_TREATMENT);
  const rules = input.ownList ?? input.defaults;
  const included = input.pricesIncludeTax
    ? rules.reduce((sum, { type, rate }) => sum + (isGst(type) ? 0 : rate), 0)
    : null;
  const gst = atSaleValue(found, { amount: input.price ?? 0, quantity: 1 }, included);
  const byTable = !isTreated(own) && isTreated(found);
  const row = byTable ? (input.state?.row ?? null) : null;
  const charged = input.registered
    ? withGstRate(rules, gst, { ownList: input.ownList !== null }).find(({ type }) => isGst(type))
    : undefined;
  return {
    gstRate: charged?.rate ?? null,
    gstExempt: charged !== undefined && gst.gstExempt,
    cessRate: charged ? (gst.cessRate ?? null) : null,
    reason: reasonOf(),
    hsnPrefix: row?.hsnPrefix ?? null,
    description: row?.description ?? null,
    source: row?.source ?? null,
    slab: found.slab ?? null,
    hsnProblem: hsnProblemOf(input.hsnCode, input.state?.listed ?? false),
  };

  function reasonOf(): ChargedGstReason {
    if (input.composition) return 'composition_scheme';
    if (!input.registered) return 'seller_not_registered';
    if (!charged) return input.ownList === null ? 'nothing' : 'own_list_without_gst';
    if (isTreated(own)) return 'own_rate';
    return byTable ? 'hsn_code' : 'tax_list';
  }
}

/** What is wrong with an HSN code: it is not 4, 6 or 8 digits, or not on the list of the GST network. */
export function hsnProblemOf(hsnCode: string | null, listed: boolean): ChargedGst['hsnProblem'] {
  if (hsnCode === null || hsnCode === '') return null;
  if (!/^(\d{4}|\d{6}|\d{8})$/.test(hsnCode)) return 'malformed';
  return listed ? null : 'not_listed';
}
