import { isGst } from './gst-type.js';

/** What GST a variant, a product or an HSN code says. Zero percent is nil-rated; an exempt supply has no rate at all. */
export interface GstTreatment {
  /** Percent; null where nothing is said. */
  gstRate: number | null;
  gstExempt: boolean;
  /** Percent of compensation cess, in place of the list's; null or missing where nothing is said. */
  cessRate?: number | null;
  /** The rate above a sale value, `gstRate` being the one up to it. */
  slab?: GstSlab | null;
}

/**
 * A rate that depends on the sale value of a piece or pair, such as clothing up to ₹2,500 (Notification 9/2025-Central Tax (Rate) of
 * 17.09.2025, Schedules I and II, chapters 61 to 64).
 */
export interface GstSlab {
  /** Subunits of a piece or pair, after discounts and without tax; up to it, itself included, `gstRate` holds. */
  limit: number;
  unit: SlabUnit;
  /** Percent above the limit. */
  rateAbove: number;
}

export const slabUnits = ['piece', 'pair'] as const;
export type SlabUnit = (typeof slabUnits)[number];

export const NO_TREATMENT: GstTreatment = { gstRate: null, gstExempt: false };

/**
 * The rates that the return of the GST network takes (FORM GSTR-1, rate of tax), in percent. Those that no notification charges any
 * more stay: earlier documents have them.
 */
export const GST_RATES = [0, 0.1, 0.25, 1, 1.5, 3, 5, 6, 7.5, 12, 18, 28, 40] as const;

/** Whether anything is said. */
export function isTreated({ gstRate, gstExempt }: GstTreatment): boolean {
  return gstExempt || gstRate !== null;
}

/** The first treatment that says something: the variant's own, its product's, that of its HSN code. */
export function effectiveGst(treatments: readonly GstTreatment[]): GstTreatment {
  return treatments.find(isTreated) ?? NO_TREATMENT;
}

/**
 * The treatment of goods at their sale value. Where prices contain the tax, the value is what is left of them at the rate up to the
 * limit: a price that is within the limit at that rate alone is taxed at it.
 * @param sold subunits of all pieces after discounts @param included percent of the other taxes in them; null where prices are without tax
 */
export function atSaleValue(
  { slab, ...treatment }: GstTreatment,
  sold: { amount: number; quantity: number },
  included: number | null,
): GstTreatment {
  if (!slab) return treatment;
  const percent = included === null ? 0 : included + (treatment.gstRate ?? 0);
  // Whole numbers: rates have at most three decimals.
  const within =
    BigInt(sold.amount) * 100_000n <=
    BigInt(slab.limit) * BigInt(sold.quantity) * BigInt(100_000 + Math.round(percent * 1_000));
  return within ? treatment : { ...treatment, gstRate: slab.rateAbove };
}

/**
 * The taxes of a line by its own GST. The rate of the list's GST line is replaced, so that other taxes of the list stay. A
 * vendor's own list without a GST line charges none (a seller under the composition scheme must not, CGST Act 2017, section
 * 10(4)); the platform's list without one says nothing, so that the rate of the product is charged.
 * @param ownList whether the vendor has its own list
 */
export function withGstRate<Rule extends { type: string; rate: number }>(
  rules: readonly Rule[],
  treatment: GstTreatment,
  { ownList }: { ownList: boolean },
): readonly (Rule | { type: string; rate: number })[] {
  if (!isTreated(treatment)) return rules;
  const rate = treatment.gstExempt ? 0 : (treatment.gstRate ?? 0);
  const first = rules.findIndex(({ type }) => isGst(type));
  if (first === -1 && ownList) return rules;
  const replaced =
    first === -1
      ? [{ type: 'GST', rate }, ...rules]
      : rules.flatMap((rule, index) => {
          if (!isGst(rule.type)) return [rule];
          return index === first ? [{ ...rule, rate }] : [];
        });
  const { cessRate } = treatment;
  if (cessRate === undefined || cessRate === null) return replaced;
  const others = replaced.filter(({ type }) => !isCess(type));
  return cessRate > 0 ? [...others, { type: CESS, rate: cessRate }] : others;
}

/** Compensation cess (GST (Compensation to States) Act 2017, section 8). */
const CESS = 'CESS';

function isCess(type: string): boolean {
  return type.trim().toUpperCase() === CESS;
}
