import type { CampaignPalette } from '#domain/campaigns/campaign-colors.js';
import { type CampaignBlock, isCampaignLink } from '#domain/campaigns/campaign-blocks.js';
import { readableOn } from '#domain/mail/contrast.js';
import { escapeHtml } from '#integrations/http/escape-html.js';
import { markdownHtml, markdownText, type MarkdownStyles } from './campaign-markdown.js';
import { softOn } from './campaign-colors.js';
import { campaignRow as rowOf } from './campaign-shell.js';
import type { CampaignSlots } from './campaign-slots.js';
import { iconHtml } from './brand-shell.js';
import type { MailBrand } from './mail-brand.js';
import { COLORS, FONT } from './mail-styles.js';

export interface RenderedBlock {
  /** A row of the table, with marks in it. */
  html: string;
  /** Its lines of the text alternative, with marks in it; blank where it says nothing. */
  text: string;
}

const SIZES: Record<number, string> = {
  1: 'font-size:28px;line-height:36px',
  2: 'font-size:22px;line-height:30px',
  3: 'font-size:18px;line-height:26px',
};

/** One block as a row of the mail. @throws TemplateSyntaxError */
export function renderBlock(
  block: CampaignBlock,
  { brand, colors }: { brand: MailBrand; colors: CampaignPalette },
  slots: CampaignSlots,
): RenderedBlock {
  const campaignRow = (content: string, padding?: string) => rowOf(content, colors, padding);
  const soft = softOn(colors.card);
  const styles: MarkdownStyles = {
    paragraph: `margin:0 0 14px;font-family:${FONT};color:${colors.ink};font-size:16px;line-height:25px`,
    list: 'margin:0 0 14px;padding:0 0 0 22px',
    item: `margin:0 0 6px;font-family:${FONT};color:${colors.ink};font-size:16px;line-height:25px`,
    link: `color:${readableOn(brand.accentColor, colors.card)};text-decoration:underline`,
  };
  const isMarkedLink = (url: string) => isCampaignLink(url) || slots.isOwnLink(url);
  switch (block.type) {
    case 'heading': {
      const text = slots.mark(block.text);
      const level = block.level ?? 2;
      const tag = `h${level}`;
      const style = `margin:8px 0 4px;font-family:${FONT};color:${colors.ink};font-weight:700;${SIZES[level]}`;
      return { html: campaignRow(`<${tag} dir="auto" style="${style}">${escapeHtml(text)}</${tag}>`), text };
    }
    case 'text': {
      const text = slots.mark(block.text);
      return {
        html: campaignRow(markdownHtml(text, styles, isMarkedLink)),
        text: markdownText(text, isMarkedLink),
      };
    }
    case 'image': {
      const picture = `<img src="${escapeHtml(block.url)}" alt="${escapeHtml(block.alt ?? '')}" width="520" style="display:block;width:100%;max-width:520px;height:auto;border:0;border-radius:8px;font-size:15px;line-height:22px">`;
      const marked = block.href === undefined ? '' : slots.mark(block.href);
      const href = isMarkedLink(marked) ? marked : undefined;
      return {
        html: campaignRow(
          href === undefined
            ? picture
            : `<a href="${escapeHtml(href)}" style="${styles.link}">${picture}</a>`,
        ),
        text: [block.alt, href].filter(Boolean).join(': '),
      };
    }
    case 'logo': {
      const name = escapeHtml(brand.storeName);
      const face = brand.logoUrl
        ? `<img src="${escapeHtml(brand.logoUrl)}" alt="${name}" height="40" style="display:block;height:40px;width:auto;max-width:100%;border:0;font-size:20px;line-height:40px;font-weight:700">`
        : `<span style="font-size:22px;line-height:30px;font-weight:700">${name}</span>`;
      return {
        html: campaignRow(
          brand.storeUrl
            ? `<a href="${escapeHtml(brand.storeUrl)}" style="text-decoration:none;color:${colors.ink}">${face}</a>`
            : face,
        ),
        text: brand.storeName,
      };
    }
    case 'button': {
      const [label, url] = [slots.mark(block.label), slots.mark(block.url)];
      // Of a store without an address: there is nothing to open.
      if (!isMarkedLink(url)) return { html: '', text: '' };
      const style = `display:inline-block;margin:6px 0;padding:13px 26px;border-radius:8px;background-color:${brand.accentColor};color:${brand.accentTextColor};font-family:${FONT};font-size:16px;line-height:20px;font-weight:600;text-decoration:none`;
      return {
        html: campaignRow(
          `<a class="button" href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a>`,
        ),
        text: `${label}: ${url}`,
      };
    }
    case 'social':
      return {
        html:
          brand.socialLinks.length === 0
            ? ''
            : campaignRow(brand.socialLinks.map((link) => socialLink(link, soft)).join(''), '8px 34px'),
        text: brand.socialLinks.map(({ platform, url }) => `${platform}: ${url}`).join('\n'),
      };
    case 'divider':
      return {
        html: campaignRow(
          `<div class="rule" style="border-top:1px solid ${COLORS.line};font-size:0;line-height:0">&nbsp;</div>`,
          '12px 40px',
        ),
        text: '---',
      };
    case 'spacer':
      return {
        html: spacer(block.height ?? 24),
        text: '',
      };
  }
}

function socialLink({ platform, url, icon }: MailBrand['socialLinks'][number], color: string): string {
  const name = escapeHtml(platform);
  const face = icon ? iconHtml({ icon, name, height: 24, color }) : name;
  return `<a href="${escapeHtml(url)}" style="display:inline-block;margin:0 6px;color:${color};font-family:${FONT};font-size:14px">${face}</a>`;
}

const spacer = (height: number) =>
  `<tr><td style="height:${height}px;line-height:${height}px;font-size:0">&nbsp;</td></tr>`;
