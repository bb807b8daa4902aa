import { type DiscountTargets, type TargetDimension, targetDimensions } from './discount.js';

/** Everything that a line can be targeted by: its own ids, and of its categories all ancestors too. */
export type LineTargets = Readonly<Record<TargetDimension, readonly string[]>>;

/** Why a line does not match the targets of a discount. */
export type TargetMismatch = { dimension: TargetDimension; kind: 'excluded' | 'not_included' };

interface PreparedDimension {
  dimension: TargetDimension;
  included: ReadonlySet<string> | null;
  excluded: ReadonlySet<string> | null;
}

/** The targets of a discount, prepared to be matched against many lines; dimensions without entries are left out. */
export type PreparedTargets = readonly PreparedDimension[];

export function prepareTargets(targets: DiscountTargets): PreparedTargets {
  return targetDimensions
    .filter((dimension) => targets[dimension].length > 0)
    .map((dimension) => {
      const idsOf = (mode: 'INCLUDE' | 'EXCLUDE') => {
        const ids = targets[dimension].filter((entry) => entry.mode === mode).map((entry) => entry.id);
        return ids.length > 0 ? new Set(ids) : null;
      };
      return { dimension, included: idsOf('INCLUDE'), excluded: idsOf('EXCLUDE') };
    });
}

/**
 * Matches a line: an EXCLUDE entry of any dimension rules it out; of each dimension with INCLUDE entries it needs one.
 * @returns null when it matches
 */
export function targetMismatch(line: LineTargets, targets: PreparedTargets): TargetMismatch | null {
  for (const { dimension, excluded } of targets)
    if (excluded && line[dimension].some((id) => excluded.has(id))) return { dimension, kind: 'excluded' };
  for (const { dimension, included } of targets)
    if (included && !line[dimension].some((id) => included.has(id)))
      return { dimension, kind: 'not_included' };
  return null;
}
