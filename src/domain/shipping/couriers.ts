/** The couriers that the platform supports, with the names under which aggregators list them (letters only). */
const names = {
  bluedart: ['bluedart'],
  delhivery: ['delhivery'],
  dtdc: ['dtdc'],
  ecom_express: ['ecomexpress', 'ecom'],
  ekart: ['ekart', 'ekartlogistics'],
  shadowfax: ['shadowfax'],
  xpressbees: ['xpressbees', 'xpressbee'],
  india_post: ['indiapost', 'indianpost', 'speedpost'],
  gati: ['gati', 'gatikwe'],
  amazon_shipping: ['amazonshipping', 'amazon', 'amazontransportation'],
  smartr: ['smartr', 'smartrlogistics'],
} as const satisfies Record<string, readonly string[]>;

export type CourierCode = keyof typeof names;
export const courierCodes = Object.keys(names) as CourierCode[];

const titles: Readonly<Record<CourierCode, string>> = {
  bluedart: 'Blue Dart',
  delhivery: 'Delhivery',
  dtdc: 'DTDC',
  ecom_express: 'Ecom Express',
  ekart: 'Ekart',
  shadowfax: 'Shadowfax',
  xpressbees: 'Xpressbees',
  india_post: 'India Post',
  gati: 'Gati',
  amazon_shipping: 'Amazon Shipping',
  smartr: 'Smartr',
};

export function isCourierCode(text: string): text is CourierCode {
  return Object.hasOwn(names, text);
}

/** How a courier is called in mails; another text is given back as it is. */
export function courierTitle(code: string): string {
  return isCourierCode(code) ? titles[code] : code;
}

/**
 * The code of a courier as an aggregator names it, or undefined for one that the platform does not support. Aggregators
 * list a courier once for each of its services: its name is how theirs begins.
 */
export function courierCodeOf(name: string): CourierCode | undefined {
  const words = name
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);
  const beginnings = words.map((_, index) => words.slice(0, index + 1).join(''));
  const isNamed = (code: CourierCode) =>
    (names[code] as readonly string[]).some((alias) => beginnings.includes(alias));
  return courierCodes.find(isNamed);
}
