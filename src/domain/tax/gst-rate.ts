import { isGst } from './gst-type.js';

/** What GST a variant, a product or an HSN code says. Zero percent is nil-rated; an exempt supply has no rate at all. */
export interface GstTreatment {
  /** Percent; null where nothing is said. */
  gstRate: number | null;
  gstExempt: boolean;
}

export const NO_TREATMENT: GstTreatment = { gstRate: null, gstExempt: false };

/** Whether anything is said. */
export function isTreated({ gstRate, gstExempt }: GstTreatment): boolean {
  return gstExempt || gstRate !== null;
}

/** The first treatment that says something: the variant's own, its product's, that of its HSN code. */
export function effectiveGst(treatments: readonly GstTreatment[]): GstTreatment {
  return treatments.find(isTreated) ?? NO_TREATMENT;
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
  if (first === -1) return ownList ? rules : [{ type: 'GST', rate }, ...rules];
  return rules.flatMap((rule, index) => {
    if (!isGst(rule.type)) return [rule];
    return index === first ? [{ ...rule, rate }] : [];
  });
}
