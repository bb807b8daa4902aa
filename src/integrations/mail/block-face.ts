import type { CampaignPalette } from '#domain/campaigns/campaign-colors.js';
import type { ShownContent } from '#domain/campaigns/shown-content.js';
import type { MailBrand } from './mail-brand.js';

export interface RenderedBlock {
  /** A block of the column, with marks in it. */
  html: string;
  /** Its lines of the text alternative, with marks in it; blank where it says nothing. */
  text: string;
}

/** What a campaign shows of the shop, and what that is called there. */
export interface ShopFace {
  shown: ShownContent;
  /** IANA name, in which days are shown. */
  timeZone: string;
  /** The address of a picture; undefined for one that is not the platform's own. */
  pictureUrl: (image: string) => string | undefined;
}

/** What surrounds the blocks of a campaign. */
export interface BlockFace {
  brand: MailBrand;
  colors: CampaignPalette;
  shop: ShopFace;
}
