/** Most blocks of a campaign. */
export const MAX_BLOCKS = 100;

const HTTP = /^https?:\/\/[^\s<>"'\\]+$/i;
const MAILTO = /^mailto:[^\s<>"'\\]+$/i;
/** Addresses that the platform fills in. */
const FILLED = /^\{\{\s*(store_url|unsubscribe_url)\s*\}\}[^\s<>"'\\]*$/;

/** Whether a link may lead there: http, https, mailto, or an address of the store's own. */
export function isCampaignLink(url: string): boolean {
  if (FILLED.test(url)) return true;
  return (HTTP.test(url) && URL.canParse(url)) || MAILTO.test(url);
}

/** Whether an image can be fetched from there. */
export const isPicture = (url: string) => HTTP.test(url) && URL.canParse(url);

/** A block, by its kind. */
export type CampaignBlock =
  | { type: 'heading'; text: string; level?: number }
  | { type: 'text'; text: string }
  | { type: 'image'; url: string; alt?: string; href?: string }
  | { type: 'logo' }
  | { type: 'button'; label: string; url: string }
  | { type: 'social' }
  | { type: 'divider' }
  | { type: 'spacer'; height?: number };

export type BlockType = CampaignBlock['type'];

/** The fields of each kind; those that a kind does not name are refused. */
export const blockKinds: Readonly<Record<BlockType, { needs: readonly string[]; takes: readonly string[] }>> =
  {
    heading: { needs: ['text'], takes: ['level'] },
    text: { needs: ['text'], takes: [] },
    image: { needs: ['url'], takes: ['alt', 'href'] },
    logo: { needs: [], takes: [] },
    button: { needs: ['label', 'url'], takes: [] },
    social: { needs: [], takes: [] },
    divider: { needs: [], takes: [] },
    spacer: { needs: [], takes: ['height'] },
  };
/** Most characters of a heading. */
export const HEADING_LENGTH = 300;

/** What a campaign says. */
export interface CampaignContent {
  subject: string;
  previewText: string;
  blocks: CampaignBlock[];
}

/** Variables that a campaign may use. */
export const campaignVariables = [
  ...['customer_name', 'store_name', 'store_url', 'support_email', 'accent_color', 'unsubscribe_url'],
] as const;
