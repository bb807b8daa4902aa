import type { CampaignPalette } from '#domain/campaigns/campaign-colors.js';
import { type CampaignBlock, isCampaignLink } from '#domain/campaigns/campaign-blocks.js';
import { readableOn } from '#domain/mail/contrast.js';
import { escapeHtml } from '#integrations/http/escape-html.js';
import { markdownHtml, markdownText, type MarkdownStyles } from './campaign-markdown.js';
import { softOn } from './campaign-colors.js';
import { campaignRow as rowOf } from './campaign-shell.js';
import type { CampaignSlots } from './campaign-slots.js';
import { iconLink } from './brand-shell.js';
import type { MailBrand } from './mail-brand.js';
import { FONT } from './mail-styles.js';
import { fillMarkup, type MarkupName } from './markup.js';

export interface RenderedBlock {
  /** A block of the column, with marks in it. */
  html: string;
  /** Its lines of the text alternative, with marks in it; blank where it says nothing. */
  text: string;
}

/** One block of the mail. @throws TemplateSyntaxError */
export function renderBlock(
  block: CampaignBlock,
  { brand, colors }: { brand: MailBrand; colors: CampaignPalette },
  slots: CampaignSlots,
): RenderedBlock {
  const campaignRow = (content: string, padding?: string) => rowOf(content, colors, padding);
  const soft = softOn(colors.card);
  const link = readableOn(brand.accentColor, colors.card);
  const styles: MarkdownStyles = {
    paragraph: `margin:0 0 14px;font-family:${FONT};color:${colors.ink};font-size:16px;line-height:25px`,
    list: 'margin:0 0 14px;padding:0 0 0 22px',
    item: `margin:0 0 6px;font-family:${FONT};color:${colors.ink};font-size:16px;line-height:25px`,
    link: `color:${link};text-decoration:underline`,
  };
  const isMarkedLink = (url: string) => isCampaignLink(url) || slots.isOwnLink(url);
  switch (block.type) {
    case 'heading': {
      const text = slots.mark(block.text);
      const name = `campaignHeading${block.level ?? 2}` as MarkupName;
      return { html: campaignRow(fillMarkup(name, { text: escapeHtml(text), ink: colors.ink })), text };
    }
    case 'text': {
      const text = slots.mark(block.text);
      return {
        html: campaignRow(markdownHtml(text, styles, isMarkedLink)),
        text: markdownText(text, isMarkedLink),
      };
    }
    case 'image': {
      const picture = fillMarkup('campaignImage', {
        src: escapeHtml(block.url),
        alt: escapeHtml(block.alt ?? ''),
      });
      const marked = block.href === undefined ? '' : slots.mark(block.href);
      const href = isMarkedLink(marked) ? marked : undefined;
      return {
        html: campaignRow(
          href === undefined
            ? picture
            : fillMarkup('campaignLink', { href: escapeHtml(href), color: link, decoration: 'underline', inside: picture }), // prettier-ignore
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
      const [label, url] = [slots.mark(block.label), slots.mark(block.url)];
      // Of a store without an address: there is nothing to open.
      if (!isMarkedLink(url)) return { html: '', text: '' };
      return {
        html: campaignRow(
          fillMarkup('button', {
            ...{ href: escapeHtml(url), label: escapeHtml(label) },
            ...{ accent: brand.accentColor, accentText: brand.accentTextColor },
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
            : campaignRow(brand.socialLinks.map((item) => iconLink(item, soft, 24)).join(''), '8px 34px'),
        text: brand.socialLinks.map(({ platform, url }) => `${platform}: ${url}`).join('\n'),
      };
    case 'divider':
      return {
        html: campaignRow(fillMarkup('campaignDivider', {}), '12px 40px'),
        text: '---',
      };
    case 'spacer':
      return {
        html: fillMarkup('campaignSpacer', { height: String(block.height ?? 24) }),
        text: '',
      };
  }
}
