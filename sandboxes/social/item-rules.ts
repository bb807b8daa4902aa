const AVAILABILITY = [
  'in stock',
  'out of stock',
  'preorder',
  'available for order',
  'discontinued',
  'pending',
];
const CONDITION = ['new', 'refurbished', 'used'];
const GENDER = ['male', 'female', 'unisex'];
const AGE_GROUP = ['adult', 'all ages', 'infant', 'kids', 'newborn', 'teen', 'toddler'];
/** The fields of an item; another one is refused. */
const FIELDS = new Set([
  'id',
  'title',
  'description',
  'availability',
  'condition',
  'price',
  'sale_price',
  'sale_price_effective_date',
  'link',
  'image_link',
  'additional_image_link',
  'brand',
  'gtin',
  'mpn',
  'item_group_id',
  'visibility',
  'google_product_category',
  'quantity_to_sell_on_facebook',
  'additional_variant_attribute',
  'color',
  'size',
  'gender',
  'age_group',
  'pattern',
  'material',
]);
const VARIANT_FIELDS = ['color', 'size', 'gender', 'age_group', 'pattern', 'material'];
const SALE_WINDOW = /^(\d{4}-\d\d-\d\dT\d\d:\d\d[+-]\d\d:?\d\d)\/(\d{4}-\d\d-\d\dT\d\d:\d\d[+-]\d\d:?\d\d)$/;
const PRICE = /^\d+(\.\d{1,2})? [A-Z]{3}$/;

/** The first rule that an item breaks; undefined for a good one. */
export function itemProblem(item: Record<string, unknown>): string | undefined {
  const text = (name: string) => String(item[name] ?? '');
  if ('retailer_id' in item) return 'retailer_id is not a field of items_batch';
  const unknown = Object.keys(item).find((name) => !FIELDS.has(name));
  if (unknown) return `${unknown} is not a field of a product item`;
  if (text('id') === '' || text('id').length > 100) return 'id must have 1 to 100 characters';
  if (text('title') === '' || text('title').length > 200) return 'title must have 1 to 200 characters';
  if (text('description') === '' || text('description').length > 9_999)
    return 'description must have 1 to 9,999 characters';
  if (!AVAILABILITY.includes(text('availability'))) return `availability is invalid: ${text('availability')}`;
  if (!CONDITION.includes(text('condition'))) return `condition is invalid: ${text('condition')}`;
  if (!PRICE.test(text('price'))) return `price is invalid: ${text('price')}`;
  if (item['sale_price'] !== undefined && !PRICE.test(text('sale_price'))) return 'sale_price is invalid';
  const [, start = '', end = ''] = SALE_WINDOW.exec(text('sale_price_effective_date')) ?? [];
  if (item['sale_price_effective_date'] !== undefined && !(start && start < end))
    return `sale_price_effective_date is invalid: ${text('sale_price_effective_date')}`;
  if (item['gender'] !== undefined && !GENDER.includes(text('gender')))
    return `gender is invalid: ${text('gender')}`;
  if (item['age_group'] !== undefined && !AGE_GROUP.includes(text('age_group')))
    return `age_group is invalid: ${text('age_group')}`;
  if (!URL.canParse(text('link'))) return 'link is invalid';
  if (!URL.canParse(text('image_link'))) return 'image_link is invalid';
  const more = item['additional_image_link'];
  if (more !== undefined && (!Array.isArray(more) || more.length > 20))
    return 'additional_image_link takes at most 20';
  return undefined;
}

/** Which variant fields an item fills, its further attributes among them. */
function filled(item: Record<string, unknown>): string {
  const more = (item['additional_variant_attribute'] ?? []) as { variant_label: string }[];
  return [
    ...VARIANT_FIELDS.filter((name) => item[name] !== undefined),
    ...more.map((attribute) => attribute.variant_label),
  ].join();
}

/** What is wrong with an item beside the others of its group, found after it was saved. */
export function groupProblem(
  item: Record<string, unknown>,
  catalog: Iterable<Record<string, unknown>>,
): { error_type: string; description: string } | undefined {
  const group = item['item_group_id'];
  if (group === undefined) return undefined;
  const others = [...catalog].filter(
    (other) => other['item_group_id'] === group && other['id'] !== item['id'],
  );
  if (others.some((other) => other['title'] !== item['title']))
    return { error_type: 'VARIANT_TITLES', description: 'The titles of the variants of a group differ' };
  if (others.some((other) => filled(other) !== filled(item)))
    return { error_type: 'VARIANT_FIELDS', description: 'The variants of a group fill different fields' };
  return undefined;
}
