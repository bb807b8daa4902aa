/** Most blocks of a campaign, those inside of others included. */
export const MAX_BLOCKS = 100;
/** Most blocks of one column, and of a section. */
export const MAX_INNER_BLOCKS = 20;
/** Most products of a listing in a mail. */
export const MAX_LISTED = 12;
export const DEFAULT_LISTED = 4;

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

export const alignments = ['left', 'center', 'right'] as const;
export type Alignment = (typeof alignments)[number];

/** `own`: the code of the discount, the same for all. `bulk`: of its bulk codes one for each recipient. */
export const couponCodes = ['own', 'bulk'] as const;
export type CouponCodes = (typeof couponCodes)[number];

/** A block that holds no others, by its kind. */
export type SimpleBlock =
  | { type: 'heading'; text: string; level?: number }
  | { type: 'text'; text: string }
  | { type: 'image'; url: string; alt?: string; href?: string }
  | { type: 'logo' }
  | { type: 'button'; label: string; url: string }
  | { type: 'social' }
  | { type: 'divider' }
  | { type: 'spacer'; height?: number }
  | { type: 'product'; productId: string; label?: string }
  | { type: 'listing'; listingId: string; count?: number }
  | { type: 'coupon'; discountId: string; codes?: CouponCodes; text?: string };

/** A block, by its kind. */
export type CampaignBlock =
  | SimpleBlock
  | { type: 'columns'; left: SimpleBlock[]; right: SimpleBlock[]; align?: Alignment }
  | { type: 'section'; blocks: SimpleBlock[]; align: Alignment };

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
    product: { needs: ['productId'], takes: ['label'] },
    listing: { needs: ['listingId'], takes: ['count'] },
    coupon: { needs: ['discountId'], takes: ['codes', 'text'] },
    columns: { needs: ['left', 'right'], takes: ['align'] },
    section: { needs: ['blocks', 'align'], takes: [] },
  };

/** Kinds that hold other blocks; these cannot stand in one another. */
export const containerTypes = ['columns', 'section'] as const;

/** Most characters of a heading. */
export const HEADING_LENGTH = 300;
/** Most characters of the words above the code of a coupon. */
export const COUPON_TEXT_LENGTH = 300;

/** A block with its path among the blocks: `3`, `3.left.0`. */
export interface PlacedBlock {
  block: SimpleBlock;
  path: string;
  /** Of the block of the campaign that it is or stands in. */
  index: number;
}

/** The blocks that say something, those inside of others included. */
export function simpleBlocks(blocks: readonly CampaignBlock[]): PlacedBlock[] {
  return blocks.flatMap((block, index): PlacedBlock[] => {
    const inside = (field: string, inner: readonly SimpleBlock[]) =>
      inner.map((item, at) => ({ block: item, path: `${index}.${field}.${at}`, index }));
    if (block.type === 'columns') return [...inside('left', block.left), ...inside('right', block.right)];
    if (block.type === 'section') return inside('blocks', block.blocks);
    return [{ block, path: String(index), index }];
  });
}

/** What a campaign says. */
export interface CampaignContent {
  subject: string;
  previewText: string;
  blocks: CampaignBlock[];
}

/** Variables that a campaign may use. */
export const campaignVariables = [
  'customer_name',
  'store_name',
  'store_url',
  'support_email',
  'accent_color',
  'unsubscribe_url',
] as const;
