import { expect } from '@jest/globals';
import fc from 'fast-check';
import { planMatrix, type WantedMatrix } from '#domain/products/matrix-plan.js';
import { foldOption } from '#domain/products/option.js';
import type { ProductMatrix } from '#domain/products/product-matrix.js';

let ids = 0;
const newId = () => `id-${(ids += 1).toString().padStart(8, '0')}`;

const word = fc.constantFrom('Size', 'size', 'Colour', 'FIT', 'Fit');
const value = fc.constantFrom('S', 's', 'M', 'Red', 'red', 'Blue');
const options = fc.uniqueArray(
  fc.record({
    name: word,
    values: fc.uniqueArray(fc.record({ value }), {
      minLength: 1,
      maxLength: 3,
      selector: (item) => foldOption(item.value),
    }),
  }),
  { maxLength: 3, selector: (item) => foldOption(item.name) },
);
const step = fc.oneof(
  fc.record({ kind: fc.constant('options' as const), options }),
  fc.record({ kind: fc.constant('add' as const), picks: fc.array(fc.nat(), { minLength: 3, maxLength: 3 }) }),
  fc.record({
    kind: fc.constant('move' as const),
    which: fc.nat(),
    picks: fc.array(fc.nat(), { minLength: 3, maxLength: 3 }),
  }),
);

/** A product without anything, and what a sequence of changes makes of it. */
function applied(matrix: ProductMatrix, wanted: WantedMatrix): ProductMatrix | undefined {
  const { plan, problems } = planMatrix(matrix, wanted, { newId });
  const { issues, missing, duplicates, takenSkus } = problems;
  if (duplicates.length > 0) return undefined;
  expect([issues, missing, takenSkus]).toEqual([[], [], []]);
  const changed = new Map(plan.variants.changed.map((row) => [row.id, row]));
  const variants = [...matrix.variants.map((row) => changed.get(row.id) ?? row), ...plan.variants.added];
  return { options: plan.options.options, variants, tabs: [] };
}

function check(before: ProductMatrix, after: ProductMatrix): void {
  for (const option of after.options) {
    const known = before.options.find(({ name }) => foldOption(name) === foldOption(option.name));
    if (known) expect(option.id).toBe(known.id);
    for (const { id, value: text } of option.values) {
      const same = known?.values.find((item) => foldOption(item.value) === foldOption(text));
      if (same) expect(id).toBe(same.id);
    }
  }
  const alive = new Set(after.options.flatMap(({ values }) => values.map(({ id }) => id)));
  for (const { optionValueIds, detached } of after.variants) {
    expect(optionValueIds.every((id) => alive.has(id))).toBe(true);
    if (!detached) expect(optionValueIds).toHaveLength(after.options.length);
  }
  const attached = after.variants.filter(({ detached }) => !detached);
  const keys = attached.map(({ optionValueIds }) => optionValueIds.join());
  if (after.options.length > 0) expect(new Set(keys).size).toBe(keys.length);
  expect(after.variants.length).toBeGreaterThanOrEqual(before.variants.length);
}

/** Random replaces of options and changes of variants, of which each product has up to twenty. */
export function checkMatrixSequences(sequences: number): void {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      let matrix: ProductMatrix = { options: [], variants: [], tabs: [] };
      for (const item of steps) {
        const optionValueIds =
          'picks' in item
            ? matrix.options.flatMap(
                ({ values }, index) => values[(item.picks[index] ?? 0) % values.length]?.id ?? [],
              )
            : [];
        const id =
          item.kind === 'move' ? matrix.variants[item.which % (matrix.variants.length || 1)]?.id : undefined;
        const wanted =
          item.kind === 'options'
            ? { options: item.options }
            : { variants: [{ id, fields: {}, optionValueIds }] };
        const after = applied(matrix, wanted);
        if (!after) continue;
        check(matrix, after);
        matrix = after;
      }
    }),
    { numRuns: sequences },
  );
}
