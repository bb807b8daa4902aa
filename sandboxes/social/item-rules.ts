const AVAILABILITY = [
  'in stock',
  'out of stock',
  'preorder',
  'available for order',
  'discontinued',
  'pending',
];
const CONDITION = ['new', 'refurbished', 'used'];
const PRICE = /^\d+(\.\d{1,2})? [A-Z]{3}$/;

/** The first rule that an item breaks; undefined for a good one. */
export function itemProblem(item: Record<string, unknown>): string | undefined {
  const text = (name: string) => String(item[name] ?? '');
  if ('retailer_id' in item) return 'retailer_id is not a field of items_batch';
  if (text('id') === '' || text('id').length > 100) return 'id must have 1 to 100 characters';
  if (text('title') === '' || text('title').length > 200) return 'title must have 1 to 200 characters';
  if (text('description') === '' || text('description').length > 9_999)
    return 'description must have 1 to 9,999 characters';
  if (!AVAILABILITY.includes(text('availability'))) return `availability is invalid: ${text('availability')}`;
  if (!CONDITION.includes(text('condition'))) return `condition is invalid: ${text('condition')}`;
  if (!PRICE.test(text('price'))) return `price is invalid: ${text('price')}`;
  if (item['sale_price'] !== undefined && !PRICE.test(text('sale_price'))) return 'sale_price is invalid';
  if (!URL.canParse(text('link'))) return 'link is invalid';
  if (!URL.canParse(text('image_link'))) return 'image_link is invalid';
  const more = item['additional_image_link'];
  if (more !== undefined && (!Array.isArray(more) || more.length > 20))
    return 'additional_image_link takes at most 20';
  return undefined;
}
