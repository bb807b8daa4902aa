import type { AttributeFields } from '#domain/product-attributes/product-attribute.js';
import type { Assignment } from '#domain/products/attribute-assignments.js';
import {
  type AttributeCode,
  attributeGroupWords,
  type AttributeWords,
  attributeWords,
  type GroupWords,
} from './attributes.words.js';
import type { Calendar } from './calendar.js';
import { createDraw, createIds, type Draw } from './draw.js';
import type { PlannedProduct } from './plan-products.js';
import type { PlannedVendor } from './plan-vendors.js';
import type { TaxonomyPlan } from './plan-taxonomy.js';

export interface PlannedAttribute {
  id: string;
  fields: AttributeFields;
  values: { id: string; value: string }[];
}

export interface AttributePlan {
  attributes: PlannedAttribute[];
  groups: { id: string; title: string; code: string; attributeIds: string[] }[];
  createdAt: Date;
}

const MANY_IN_100 = 80;

/** Defines attributes and groups, and assigns them to the products that fit: their plans are completed. */
export function planAttributes(
  seed: number,
  calendar: Calendar,
  world: { vendors: readonly PlannedVendor[]; products: readonly PlannedProduct[]; taxonomy: TaxonomyPlan },
): AttributePlan {
  const draw = createDraw(seed, 'attributes');
  const newId = createIds(seed, 'attributes');
  const byCode = new Map<AttributeCode, PlannedAttribute>();
  for (const [code, { values = [], isRequired = false, ...rest }] of Object.entries<AttributeWords>(
    attributeWords,
  )) {
    byCode.set(code as AttributeCode, {
      id: newId(),
      fields: { ...rest, code, isRequired, isUnique: false },
      values: values.map((value) => ({ id: newId(), value })),
    });
  }
  const idOf = (code: AttributeCode) => byCode.get(code)?.id ?? '';
  const groups = attributeGroupWords.map((words) => ({ id: newId(), words }));
  const groupOf = new Map(
    groups.flatMap((group) =>
      group.words.categories.map((slug) => [world.taxonomy.idOf('categories', slug), group]),
    ),
  );
  const cityOf = new Map(world.vendors.map(({ vendor }) => [vendor.id, vendor.address?.city ?? 'India']));
  for (const { written } of world.products) {
    const group = groupOf.get(written.product.primaryCategoryId ?? '');
    if (!group) continue;
    written.product.attributeGroupId = group.id;
    const city = cityOf.get(written.product.vendorId) ?? 'India';
    written.attributes = assignmentsOf(draw, newId, { written, city }, group.words, byCode);
  }
  return {
    attributes: [...byCode.values()],
    groups: groups.map(({ id, words: { title, code, attributes } }) => ({
      id,
      title,
      code,
      attributeIds: attributes.map(idOf),
    })),
    createdAt: calendar.daysAgo(340),
  };
}

function assignmentsOf(
  draw: Draw,
  newId: () => string,
  product: { written: PlannedProduct['written']; city: string },
  { attributes }: GroupWords,
  byCode: ReadonlyMap<AttributeCode, PlannedAttribute>,
): Assignment[] {
  const texts = attributes.flatMap((code) => textsOf(draw, code, product).map((text) => ({ code, text })));
  return texts.map(({ code, text }, sortOrder) => {
    const { id: attributeId = '', values = [] } = byCode.get(code) ?? {};
    const chosen = values.find(({ value }) => value === text);
    const value = chosen ? null : text;
    return {
      id: newId(),
      attributeId,
      valueId: chosen?.id ?? null,
      value,
      canonical: value,
      sortOrder,
      uniqueValue: null,
    };
  });
}

/** What a product says of an attribute; nothing where it is not known. */
function textsOf(
  draw: Draw,
  code: AttributeCode,
  { written: { product, variants }, city }: { written: PlannedProduct['written']; city: string },
): string[] {
  const { values = [] }: AttributeWords = attributeWords[code];
  switch (code) {
    case 'material':
      return values
        .filter((value) => product.material?.toLowerCase().includes(value.toLowerCase()))
        .slice(0, 1);
    case 'made-in':
      return [city];
    case 'handmade':
    case 'organic':
      return draw.percent(MANY_IN_100) ? [String(draw.percent(MANY_IN_100))] : [];
    case 'net-weight':
      return variants[0]?.weight ? [String(variants[0].weight)] : [];
    case 'shelf-life':
      return [String(draw.pick([6, 9, 12, 18, 24]))];
    case 'skin-type':
      return [draw.pick(values)];
    case 'care':
    case 'diet':
      return draw.several(values, draw.whole(1, 2));
  }
}
