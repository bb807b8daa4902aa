import type { AttributeDraft } from './attribute-page.js';

/** What a change of an attribute does to the products that have it, before it is saved. */
export function effectsOf(before: AttributeDraft, after: AttributeDraft): string[] {
  const effects: string[] = [];
  const kept = new Map(after.values.flatMap(({ id, value }) => (id === undefined ? [] : [[id, value]])));
  const removed = before.values.filter(({ id }) => id !== undefined && !kept.has(id));
  const renamed = before.values.filter(({ id, value }) => {
    const now = id === undefined ? undefined : kept.get(id);
    return now !== undefined && now !== value;
  });
  if (removed.length > 0)
    effects.push(`Products lose ${removed.map(({ value }) => `"${value}"`).join(', ')}.`);
  for (const { id, value } of renamed)
    effects.push(
      `Products with "${value}" have "${kept.get(id ?? '') ?? ''}" instead, in search and feeds too.`,
    );
  if (before.type !== after.type)
    effects.push('Values of the former kind no longer fit; vendors set them anew.');
  if (!before.isRequired && after.isRequired)
    effects.push('Products without a value stay as they are, and cannot be saved without one any more.');
  if (!before.isUnique && after.isUnique)
    effects.push('Products that share a value stay as they are; a further one is refused.');
  if (before.code !== after.code)
    effects.push(
      'Import files, listing filters and feed mappings that name the former code no longer find it.',
    );
  return effects;
}
