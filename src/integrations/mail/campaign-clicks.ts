import { sha256 } from '#lib/crypto.js';
import type { CampaignSlots } from './campaign-slots.js';

/** The variable that holds the token of a recipient. */
export const CLICK_TOKEN = 'click_token';

/** A link of a campaign that is counted. */
export interface CampaignLink {
  /** Names it within its campaign: the same block and address have the same key whenever the mail is made. */
  key: string;
  /** Of the block, from 0. */
  block: number;
  url: string;
}

/** The address that counts a click and leads on. @param token the mark of the recipient's */
export type ClickAddress = (link: { key: string; token: string }) => string;

const LINK = /(<a [^>]*?href=")(https?:\/\/[^"]*)"/gi;
/** As many hexadecimal digits keep the links of a campaign apart. */
const KEY_LENGTH = 16;

/**
 * Has the links of blocks lead over an address that counts them. Mail addresses, the unsubscribe link and links that hold
 * something of a recipient stay as they are.
 */
export function createLinkRewriter(address: ClickAddress, slots: CampaignSlots) {
  const links = new Map<string, CampaignLink>();
  let token: string | undefined;

  return {
    /** @param html a block with its values, in which places of recipients hold their markers */
    rewrite: (html: string, block: number): string =>
      html.replace(LINK, (whole, start: string, escaped: string) => {
        if (slots.slots.some(({ marker }) => escaped.includes(marker))) return whole;
        const url = unescaped(escaped);
        if (!URL.canParse(url)) return whole;
        const key = sha256(`${block} ${url}`).slice(0, KEY_LENGTH);
        links.set(key, { key, block, url });
        token ??= slots.html(slots.personal(CLICK_TOKEN));
        return `${start}${address({ key, token })}"`;
      }),
    links: (): CampaignLink[] => [...links.values()],
  };
}

function unescaped(text: string): string {
  return text.replace(/&#(\d+);/g, (_whole, code: string) => String.fromCharCode(Number(code)));
}
