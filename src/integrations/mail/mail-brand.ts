/** The face of the store in its mails. Blank text is "not set". */
export interface MailBrand {
  storeName: string;
  storeUrl: string;
  supportEmail: string;
  /** `#rrggbb`. */
  accentColor: string;
  /** Text on the accent colour, `#rrggbb`. */
  accentTextColor: string;
  /** Absolute address: a mail knows no base URL. */
  logoUrl: string;
  footerText: string;
  footerLinks: readonly { label: string; url: string }[];
  /** `icon` is an absolute address; without one the platform is named. */
  socialLinks: readonly { platform: string; url: string; icon: string }[];
}

const DEFAULT_ACCENT = '#0f5c4d';
const DEFAULT_ACCENT_TEXT = '#ffffff';

/** The brand with everything left out that would not be safe in a mail: invalid colours, foreign schemes. */
export function safeBrand(brand: MailBrand): MailBrand {
  return {
    ...brand,
    // Authors write `{{store_url}}/orders`.
    storeUrl: webUrl(brand.storeUrl)?.replace(/\/+$/, '') ?? '',
    accentColor: color(brand.accentColor, DEFAULT_ACCENT),
    accentTextColor: color(brand.accentTextColor, DEFAULT_ACCENT_TEXT),
    logoUrl: webUrl(brand.logoUrl) ?? '',
    footerLinks: brand.footerLinks.filter(({ url }) => webUrl(url)),
    socialLinks: brand.socialLinks
      .filter(({ url }) => webUrl(url))
      .map((link) => ({ ...link, icon: webUrl(link.icon) ?? '' })),
  };
}

function color(value: string, fallback: string): string {
  return /^#[0-9a-f]{6}$/i.test(value) ? value : fallback;
}

function webUrl(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, href } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}
