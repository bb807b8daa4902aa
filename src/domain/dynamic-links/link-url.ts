/** Schemes that every store may link to. */
export const LINK_SCHEMES: readonly string[] = ['https', 'http', 'mailto', 'tel'];

/** Schemes that run or read something where the link is opened: no setting allows them. */
const DANGEROUS: readonly string[] = [
  'javascript',
  'data',
  'vbscript',
  'file',
  'blob',
  'about',
  'view-source',
];

const SCHEME = /^[a-z][a-z0-9+.-]{0,30}$/;

/** Whether a store may allow links of this scheme, written without its colon. */
export function isAllowableScheme(scheme: string): boolean {
  return SCHEME.test(scheme) && !DANGEROUS.includes(scheme);
}

/**
 * The scheme of an absolute URL in lower case; null for a path with one leading slash, undefined for what is neither.
 * Browsers take `//host` and `/\host` for another site, and skip control characters and blanks before a scheme.
 */
export function schemeOf(url: string): string | null | undefined {
  if (/[\u0000-\u0020\u007f]/.test(url.startsWith('/') ? url.replaceAll(' ', '') : url)) return undefined;
  if (url.startsWith('/')) return /^\/[/\\]/.test(url) ? undefined : null;
  if (!URL.canParse(url)) return undefined;
  return new URL(url).protocol.slice(0, -1).toLowerCase();
}

/** Whether it is a path, or an absolute URL of a scheme that is not dangerous. */
export function isLinkUrl(url: string): boolean {
  const scheme = schemeOf(url);
  return (
    scheme === null || (scheme !== undefined && isAllowableScheme(scheme) && !/^https?:(?!\/\/)/i.test(url))
  );
}
