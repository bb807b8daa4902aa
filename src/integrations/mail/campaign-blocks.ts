import { type CampaignBlock, isCampaignLink, type SimpleBlock } from '#domain/campaigns/campaign-blocks.js';
import { readableOn } from '#domain/mail/contrast.js';
import { escapeHtml } from '#integrations/http/escape-html.js';
import type { BlockFace, RenderedBlock } from './block-face.js';
import { iconLink } from './brand-shell.js';
import { softOn } from './campaign-colors.js';
import { couponBlock } from './campaign-coupon.js';
import { markdownHtml, markdownText, type MarkdownStyles } from './campaign-markdown.js';
import { listingBlock, productBlock } from './campaign-products.js';
import { campaignColumns, campaignRow as rowOf, IN_COLUMN, type RowPlace, WHOLE } from './campaign-rows.js';
import type { CampaignSlots } from './campaign-slots.js';
import { FONT } from './mail-styles.js';
import { fillMarkup, type MarkupName } from './markup.js';

/** One block of the mail. @throws TemplateSyntaxError */
export function renderBlock(block: CampaignBlock, face: BlockFace, slots: CampaignSlots): RenderedBlock {
  const inside = (blocks: readonly SimpleBlock[], place: RowPlace): RenderedBlock =>
    joined(blocks.map((item) => renderSimple(item, place, face, slots)));
  if (block.type === 'section') return inside(block.blocks, { ...WHOLE, align: block.align });
  if (block.type !== 'columns') return renderSimple(block, WHOLE, face, slots);
  const [left, right] = [block.left, block.right].map((blocks) =>
    inside(blocks, { ...IN_COLUMN, align: block.align }),
  );
  const texts = [left?.text, right?.text].filter(Boolean);
  return { html: campaignColumns(left?.html ?? '', right?.html ?? ''), text: texts.join('\n\n') };
}

function joined(blocks: readonly RenderedBlock[]): RenderedBlock {
  const texts = blocks.map(({ text }) => text).filter(Boolean);
  return { html: blocks.map(({ html }) => html).join(''), text: texts.join('\n\n') };
}

function renderSimple(
  block: SimpleBlock,
  place: RowPlace,
  face: BlockFace,
  slots: CampaignSlots,
): RenderedBlock {
  const { brand, colors } = face;
  const campaignRow = (content: string, options?: { above?: number; side?: number }) =>
    rowOf(content, { ink: colors.ink, place }, options);
  const soft = softOn(colors.card);
  const link = readableOn(brand.accentColor, colors.card);
  const styles: MarkdownStyles = {
    paragraph: `margin:0 0 14px;font-family:${FONT};color:${colors.ink};font-size:16px;line-height:25px`,
    list: 'margin:0 0 14px;padding:0 0 0 22px',
    item: `margin:0 0 6px;font-family:${FONT};color:${colors.ink};font-size:16px;line-height:25px`,
    link: `color:${link};text-decoration:underline`,
  };
  const isMarkedLink = (url: string) => isCampaignLink(url) || slots.isOwnLink(url);
  const links = { isLink: isMarkedLink, write: (url: string) => slots.link(url) };
  switch (block.type) {
    case 'heading': {
      const text = slots.mark(block.text);
      const name = `campaignHeading${block.level ?? 2}` as MarkupName;
      return { html: campaignRow(fillMarkup(name, { text: escapeHtml(text), ink: colors.ink })), text };
    }
    case 'text': {
      const text = slots.mark(block.text);
      return {
        html: campaignRow(markdownHtml(text, styles, links)),
        text: markdownText(text, links),
      };
    }
    case 'image': {
      const picture = fillMarkup('campaignImage', {
        src: escapeHtml(block.url),
        alt: escapeHtml(block.alt ?? ''),
        width: String(place.width),
      });
      const marked = block.href === undefined ? '' : slots.mark(block.href);
      const href = isMarkedLink(marked) ? slots.link(marked) : undefined;
      return {
        html: campaignRow(
          href === undefined
            ? picture
            : fillMarkup('campaignLink', {
                href: escapeHtml(href),
                color: link,
                decoration: 'underline',
                inside: picture,
              }),
        ),
        text: [block.alt, href].filter(Boolean).join(': '),
      };
    }
    case 'logo': {
      const name = escapeHtml(brand.storeName);
      const color = colors.ink;
      const inside = brand.logoUrl
        ? fillMarkup('logo', { src: escapeHtml(brand.logoUrl), name, height: '40', color })
        : fillMarkup('storeName', { name, color });
      return {
        html: campaignRow(
          brand.storeUrl
            ? fillMarkup('campaignLink', {
                href: escapeHtml(brand.storeUrl),
                color,
                decoration: 'none',
                inside,
              })
            : inside,
        ),
        text: brand.storeName,
      };
    }
    case 'button': {
      const [label, marked] = [slots.mark(block.label), slots.mark(block.url)];
      // Of a store without an address: there is nothing to open.
      if (!isMarkedLink(marked)) return NOTHING;
      const url = slots.link(marked);
      return {
        html: campaignRow(
          fillMarkup('button', {
            href: escapeHtml(url),
            label: escapeHtml(label),
            accent: brand.accentColor,
            accentText: brand.accentTextColor,
          }),
        ),
        text: `${label}: ${url}`,
      };
    }
    case 'social':
      return {
        html:
          brand.socialLinks.length === 0
            ? ''
            : campaignRow(brand.socialLinks.map((item) => iconLink(item, soft, 24)).join(''), {
                side: place.side - 6,
              }),
        text: brand.socialLinks.map(({ platform, url }) => `${platform}: ${url}`).join('\n'),
      };
    case 'divider':
      return {
        html: campaignRow(fillMarkup('campaignDivider', {}), { above: 12 }),
        text: '---',
      };
    case 'spacer':
      return {
        html: fillMarkup('campaignSpacer', { height: String(block.height ?? 24) }),
        text: '',
      };
    case 'product':
      return productBlock(block, place, face, slots) ?? NOTHING;
    case 'listing':
      return listingBlock(block, place, face) ?? NOTHING;
    case 'coupon':
      return couponBlock(block, place, face, slots) ?? NOTHING;
  }
}

const NOTHING: RenderedBlock = { html: '', text: '' };
