const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** Tags, entities, and white space that is more than single spaces. */
const NOT_PLAIN = /[<&]|[^\S ]| {2}/;

/** Text without tags and with its entities resolved, white space collapsed; scripts and styles go with their content. */
export function stripMarkup(html: string): string {
  if (!NOT_PLAIN.test(html)) return html.trim();
  return html
    .replace(/<(script|style)\b[\s\S]*?(<\/\1\s*>|$)/gi, ' ')
    .replace(/<!--[\s\S]*?(-->|$)/g, ' ')
    .replace(/<\/?[a-zA-Z][^>]*(>|$)/g, ' ')
    .replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]+);/gi, (whole, name: string) => entity(name) ?? whole)
    .replace(/\s+/g, ' ')
    .trim();
}

function entity(name: string): string | undefined {
  const code = /^#x/i.test(name)
    ? parseInt(name.slice(2), 16)
    : name.startsWith('#')
      ? Number(name.slice(1))
      : NaN;
  if (Number.isNaN(code)) return ENTITIES[name.toLowerCase()];
  // Neither NUL nor half of a surrogate pair can be kept.
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ' ';
}

/** Cuts text that is too long behind its last whole word, or within a word that is too long itself. */
export function cutAtWord(text: string, max: number): string {
  if (text.length <= max) return text;
  const space = text.lastIndexOf(' ', max);
  const cut = text.slice(0, space > 0 ? space : max).trimEnd();
  // Half of a character is not a character.
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}

/** Whether digits are a GTIN (8, 12, 13 or 14 digits) whose check digit is right. */
export function isGtin(digits: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(digits)) return false;
  const [check, ...body] = [...digits].reverse().map(Number);
  const sum = body.reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10 === check;
}

/**
 * Prefixes of GS1 for use within a shop or a country and for coupons, in thirteen digits: they name no product of the world, and feeds
 * refuse them. Of eight digits 0 and 2 are for use within a shop.
 */
export const RESTRICTED_GTIN = /^(02|04|05|2|98|99)/;
export const RESTRICTED_GTIN_8 = /^[02]/;

/** Whether a GTIN names a product in one shop alone. */
export function isRestricted(gtin: string): boolean {
  return gtin.length === 8
    ? RESTRICTED_GTIN_8.test(gtin)
    : RESTRICTED_GTIN.test(gtin.padStart(14, '0').slice(1));
}

/** The first of the codes that is a GTIN and may be sent. */
export function gtinOf(...codes: (string | null)[]): string | null {
  const found = codes
    .map((code) => code?.replace(/[\s-]/g, '') ?? '')
    .find((code) => isGtin(code) && !isRestricted(code));
  return found ?? null;
}

/** A picture by its public address: storage keys are served by the API. */
export function pictureUrl(picture: string, apiBaseUrl: string): string {
  if (/^https?:\/\//i.test(picture)) return picture;
  return `${apiBaseUrl.replace(/\/+$/, '')}/media/${picture.replace(/^media\//, '')}`;
}

/** The page of a product in the storefront. */
export function productPageUrl(baseUrl: string, path: string, slug: string): string {
  const filled = path.replace('{slug}', encodeURIComponent(slug));
  return `${baseUrl.replace(/\/+$/, '')}/${filled.replace(/^\/+/, '')}`;
}

/** The page of a product with one of its variants preselected. */
export function variantPageUrl(page: string, variantId: string): string {
  const [path = '', hash] = page.split('#');
  const query = `${path.includes('?') ? '&' : '?'}variant=${variantId}`;
  return hash === undefined ? `${path}${query}` : `${path}${query}#${hash}`;
}

/** Subunits as currency units with two decimals, by string arithmetic: `1234` is `12.34`. */
export function decimalPrice(subunits: number): string {
  const digits = String(subunits).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
