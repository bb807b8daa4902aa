/** What the service refuses at once: malformed names, enums and amounts. Poor data is an issue later on. */
const AVAILABILITY = ['IN_STOCK', 'OUT_OF_STOCK', 'PREORDER', 'LIMITED_AVAILABILITY', 'BACKORDER'];
const CONDITION = ['NEW', 'USED', 'REFURBISHED'];
const GENDER = ['MALE', 'FEMALE', 'UNISEX'];
const AGE_GROUP = ['ADULT', 'KIDS', 'TODDLER', 'INFANT', 'NEWBORN'];
/** A name that the service does not know is refused, as it does with every message. */
const INPUT_NAMES = new Set([
  'offerId',
  'contentLanguage',
  'feedLabel',
  'versionNumber',
  'productAttributes',
  'customAttributes',
]);
const ATTRIBUTE_NAMES = new Set([
  'title',
  'description',
  'link',
  'imageLink',
  'additionalImageLinks',
  'availability',
  'availabilityDate',
  'condition',
  'price',
  'salePrice',
  'salePriceEffectiveDate',
  'brand',
  'gtins',
  'mpn',
  'identifierExists',
  'itemGroupId',
  'color',
  'size',
  'gender',
  'ageGroup',
  'pattern',
  'material',
  'productTypes',
  'googleProductCategory',
  'shipping',
  'shippingWeight',
  'maximumRetailPrice',
  'customLabel0',
]);
/** By which the variants of a group differ. */
export const VARIANT_ATTRIBUTES = ['color', 'size', 'gender', 'ageGroup', 'pattern', 'material'] as const;

interface Attributes {
  title?: unknown;
  description?: unknown;
  availability?: unknown;
  condition?: unknown;
  price?: unknown;
  salePrice?: unknown;
  gtins?: unknown;
  additionalImageLinks?: unknown;
  gender?: unknown;
  ageGroup?: unknown;
  salePriceEffectiveDate?: unknown;
  shipping?: unknown;
}

/** The first rule that a ProductInput breaks; undefined for a good one. */
export function inputProblem(input: Record<string, unknown>): string | undefined {
  const unknown = Object.keys(input).find((name) => !INPUT_NAMES.has(name));
  if (unknown) return `Unknown name "${unknown}": Cannot find field.`;
  const { offerId, contentLanguage, feedLabel, versionNumber, productAttributes = {} } = input;
  if (typeof offerId !== 'string' || offerId === '' || offerId.length > 50)
    return '[offerId] must have 1 to 50 characters';
  if (!/^[a-z]{2}$/.test(String(contentLanguage))) return '[contentLanguage] must be an ISO 639-1 code';
  if (!/^[A-Z0-9_-]{1,20}$/.test(String(feedLabel)))
    return '[feedLabel] must be 1 to 20 of A-Z, 0-9, _ and -';
  if (versionNumber !== undefined && !/^\d{1,19}$/.test(String(versionNumber)))
    return '[versionNumber] must be an int64';
  const attributes = productAttributes as Attributes;
  const strange = Object.keys(attributes).find((name) => !ATTRIBUTE_NAMES.has(name));
  if (strange) return `Unknown name "${strange}" at 'product_input.product_attributes': Cannot find field.`;
  const { gender, ageGroup, salePriceEffectiveDate: sale } = attributes;
  if (gender !== undefined && !GENDER.includes(String(gender)))
    return `[productAttributes.gender] Invalid value: ${JSON.stringify(gender)}`;
  if (ageGroup !== undefined && !AGE_GROUP.includes(String(ageGroup)))
    return `[productAttributes.ageGroup] Invalid value: ${JSON.stringify(ageGroup)}`;
  if (sale !== undefined && !isInterval(sale))
    return '[productAttributes.salePriceEffectiveDate] must have startTime and endTime in RFC 3339';
  if (String(attributes.title ?? '').length > 150) return '[productAttributes.title] is too long';
  if (String(attributes.description ?? '').length > 5_000)
    return '[productAttributes.description] is too long';
  const { availability, condition, gtins = [], additionalImageLinks = [] } = attributes;
  if (availability !== undefined && !AVAILABILITY.includes(String(availability)))
    return `[productAttributes.availability] Invalid value: ${String(availability)}`;
  if (condition !== undefined && !CONDITION.includes(String(condition)))
    return `[productAttributes.condition] Invalid value: ${String(condition)}`;
  if (!Array.isArray(gtins) || gtins.length > 10) return '[productAttributes.gtins] at most 10';
  if (!Array.isArray(additionalImageLinks) || additionalImageLinks.length > 10)
    return '[productAttributes.additionalImageLinks] at most 10';
  return (
    priceProblem('price', attributes.price) ??
    priceProblem('salePrice', attributes.salePrice) ??
    shippingProblem(attributes.shipping)
  );
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

function isInterval(value: unknown): boolean {
  const { startTime, endTime, ...rest } = (value ?? {}) as Record<string, unknown>;
  const fits = [startTime, endTime].every((at) => typeof at === 'string' && INSTANT.test(at));
  return fits && Object.keys(rest).length === 0 && String(startTime) < String(endTime);
}

function shippingProblem(shipping: unknown = []): string | undefined {
  if (!Array.isArray(shipping)) return '[productAttributes.shipping] must be a list';
  for (const { country, price, ...rest } of shipping as Record<string, unknown>[]) {
    const strange = Object.keys(rest).find((name) => !['region', 'service', 'postalCode'].includes(name));
    if (strange) return `Unknown name "${strange}" at 'shipping': Cannot find field.`;
    if (!/^[A-Z]{2}$/.test(String(country)))
      return '[productAttributes.shipping.country] must be a CLDR territory code';
    const problem = priceProblem('shipping.price', price ?? {});
    if (problem) return problem;
  }
  return undefined;
}

function priceProblem(name: string, price: unknown): string | undefined {
  if (price === undefined) return undefined;
  const { amountMicros, currencyCode } = (price ?? {}) as Record<string, unknown>;
  if (typeof amountMicros !== 'string' || !/^-?\d{1,19}$/.test(amountMicros))
    return `[productAttributes.${name}.amountMicros] must be an int64 as text`;
  if (!/^[A-Z]{3}$/.test(String(currencyCode)))
    return `[productAttributes.${name}.currencyCode] must be ISO 4217`;
  return undefined;
}

/** The plain form of an identifier on the wire, which the service tells by its tildes. */
export function plainProductId(wire: string): string {
  return wire.includes('~') ? wire : Buffer.from(wire, 'base64url').toString('utf8');
}
