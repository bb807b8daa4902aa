import type { CampaignColors } from '#domain/campaigns/campaign-colors.js';
import {
  type CampaignContent,
  isCampaignLink,
  type SimpleBlock,
  simpleBlocks,
} from '#domain/campaigns/campaign-blocks.js';
import { couponKey, listingKey, NOTHING_SHOWN, type ShownContent } from '#domain/campaigns/shown-content.js';
import { escapeHtml } from '#integrations/http/escape-html.js';
import { renderBlock } from './campaign-blocks.js';
import { type CampaignLink, CLICK_TOKEN, type ClickAddress, createLinkRewriter } from './campaign-clicks.js';
import { deadEmphasis, deadLinks } from './campaign-markdown.js';
import { colorWarnings } from './campaign-colors.js';
import { campaignShell } from './campaign-shell.js';
import type { ShopFace } from './block-face.js';
import { type CampaignSlot, createCampaignSlots, valueOf } from './campaign-slots.js';
import { type MailBrand, safeBrand } from './mail-brand.js';
import { commonValues } from './render-template.js';

/** Large mail programs cut off what is longer. */
const MAX_BYTES = 102 * 1024;
const SUBJECT_LENGTH = 250;

/** A campaign made once, with a marker in each place that differs from recipient to recipient. */
export interface CompiledCampaign {
  subject: string;
  html: string;
  text: string;
  slots: readonly CampaignSlot[];
  /** Where its links lead that are counted; none where they lead there directly. */
  links: readonly CampaignLink[];
  unknownVariables: string[];
  warnings: string[];
}

export interface CampaignBranding {
  brand: MailBrand;
  colors: CampaignColors;
  /** BCP 47, the language of the words. */
  language: string;
  postalAddress: string;
}

/** The store's names, links and logo with the colours of campaigns. */
function campaignBrand({ brand, colors: { light } }: CampaignBranding): MailBrand {
  return { ...safeBrand(brand), accentColor: light.accent, accentTextColor: light.accentText };
}

export interface CompileOptions {
  /** What blocks show of the shop; nothing by default. */
  shop?: ShopFace;
  /** The addresses behind which clicks are counted; without it links lead where they say. */
  clickAddress?: ClickAddress;
}

const NO_SHOP: ShopFace = { shown: NOTHING_SHOWN, timeZone: 'UTC', pictureUrl: () => undefined };

/** @throws TemplateSyntaxError for a text that cannot be understood */
export function compileCampaign(
  content: CampaignContent,
  face: CampaignBranding,
  { shop = NO_SHOP, clickAddress }: CompileOptions = {},
): CompiledCampaign {
  const brand = campaignBrand(face);
  const values = { ...commonValues('', brand), unsubscribe_url: '' } as Record<string, string>;
  const slots = createCampaignSlots(values);
  const [subject, preview] = [slots.mark(content.subject), slots.mark(content.previewText)];
  const unsubscribe = slots.mark('{{unsubscribe_url}}');
  const blocks = content.blocks.map((block) =>
    renderBlock(block, { brand, colors: face.colors.light, shop }, slots),
  );
  const rewriter = clickAddress && createLinkRewriter(clickAddress, slots);
  const rows = blocks.map((block, index) => {
    const filled = slots.html(block.html);
    return rewriter ? rewriter.rewrite(filled, index) : filled;
  });
  const html = slots.html(
    campaignShell({
      subject: escapeHtml(subject),
      preview: escapeHtml(preview),
      rows: rows.filter(Boolean),
      brand,
      colors: face.colors,
      language: face.language,
      postalAddress: face.postalAddress,
      unsubscribeUrl: unsubscribe,
    }),
  );
  const foot = [brand.storeName, face.postalAddress, `Unsubscribe: ${unsubscribe}`]
    .filter(Boolean)
    .join('\n');
  const texts = blocks.map((block) => block.text).filter(Boolean);
  return {
    subject: slots.line(subject),
    html,
    text: slots.plain(`${[...texts, `--\n${foot}`].join('\n\n')}\n`),
    slots: slots.slots,
    links: rewriter?.links() ?? [],
    unknownVariables: slots.unknown(),
    warnings: warningsOf(content, { ...face, brand }, shop.shown, html),
  };
}

/** What one recipient gets in each of the places. */
export function campaignSubstitutions(
  { slots }: Pick<CompiledCampaign, 'slots'>,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(slots.map(({ marker, output, form }) => [marker, valueOf(output, form, values)]));
}

/** The mail of one recipient. */
export function fillCampaign(
  { subject, html, text }: Pick<CompiledCampaign, 'subject' | 'html' | 'text'>,
  substitutions: Readonly<Record<string, string>>,
): { subject: string; html: string; text: string } {
  const filled = (source: string) =>
    Object.entries(substitutions).reduce(
      (result, [marker, value]) => result.replaceAll(marker, () => value),
      source,
    );
  return { subject: filled(subject).trim().slice(0, SUBJECT_LENGTH), html: filled(html), text: filled(text) };
}

/** The values of one recipient, bulk codes by their variable; everything else is the same for all. */
export function recipientValues(
  face: CampaignBranding,
  name: string,
  unsubscribeUrl: string,
  { clickToken = '', codes = {} }: { clickToken?: string; codes?: Readonly<Record<string, string>> } = {},
): Record<string, string> {
  return {
    ...(commonValues(name, campaignBrand(face)) as Record<string, string>),
    unsubscribe_url: unsubscribeUrl,
    [CLICK_TOKEN]: clickToken,
    ...codes,
  };
}

function warningsOf(
  content: CampaignContent,
  { brand, colors, postalAddress }: CampaignBranding,
  shown: ShownContent,
  html: string,
): string[] {
  const bytes = Buffer.byteLength(html);
  return [
    ...(bytes > MAX_BYTES
      ? [`The mail has ${Math.ceil(bytes / 1024)} kB: large mail programs cut it off after 102 kB`]
      : []),
    ...(postalAddress === ''
      ? ['The foot has no postal address, which most laws want there: fill in store.email.postal_address']
      : []),
    ...(content.previewText.trim() === ''
      ? ['There is no preview text: mail programs show the first words instead']
      : []),
    ...colorWarnings(colors),
    ...simpleBlocks(content.blocks).flatMap(({ block, index }) =>
      [...blockWarnings(block, brand), ...leftOut(block, shown)].map((text) => `Block ${index + 1}: ${text}`),
    ),
  ];
}

function blockWarnings(block: SimpleBlock, brand: MailBrand): string[] {
  switch (block.type) {
    case 'image':
      return (block.alt ?? '').trim() === '' ? ['the image has no alternative text'] : [];
    case 'text':
      return [
        ...deadLinks(block.text, (url) => isCampaignLink(url) || url.startsWith('{{')).map(
          (url) => `the link to "${url}" leads nowhere`,
        ),
        ...deadEmphasis(block.text).map(
          (text) =>
            `"${text.slice(0, 100)}" is sent with its marks: put a space behind it, or the punctuation outside of them`,
        ),
      ];
    case 'social':
      return brand.socialLinks.length === 0
        ? ['there are no social links: fill in store.email.social_links']
        : [];
    case 'logo':
      return brand.logoUrl === '' ? ['there is no logo: the name of the store stands for it'] : [];
    case 'button':
      return block.url.startsWith('{{') && brand.storeUrl === '' && block.url.includes('store_url')
        ? ['the store has no address, so that the button is left out']
        : [];
    default:
      return [];
  }
}

/** What a block refers to and the mail cannot show. */
function leftOut(block: SimpleBlock, { products, listings, coupons }: ShownContent): string[] {
  switch (block.type) {
    case 'product':
      return products[block.productId]
        ? []
        : ['the product is gone, sold out or not on sale, so that the block is left out'];
    case 'listing':
      return (listings[listingKey(block.listingId, block.count)] ?? []).length > 0
        ? []
        : ['the listing has no product that can be bought, so that the block is left out'];
    case 'coupon':
      return coupons[couponKey(block.discountId, block.codes)]
        ? []
        : ['the discount is gone, ended or not active, so that the block is left out'];
    default:
      return [];
  }
}
