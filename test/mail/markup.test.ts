import { caniemail } from 'caniemail';
import { describe, expect, it } from '@jest/globals';
import type { CampaignBlock } from '#domain/campaigns/campaign-blocks.js';
import { NEUTRAL_COLORS } from '#domain/campaigns/campaign-colors.js';
import { contrastRatio, READABLE_CONTRAST, VISIBLE_CONTRAST } from '#domain/mail/contrast.js';
import { mailTemplates } from '#domain/mail/template-registry.js';
import { sampleSummaries } from '#domain/mail/template-sample.js';
import {
  dayFieldsOf,
  instantFieldsOf,
  moneyFieldsOf,
  templateVariables,
} from '#domain/mail/template-variables.js';
import { brandPalette } from '#integrations/mail/dark-palette.js';
import type { MailBrand } from '#integrations/mail/mail-brand.js';
import { fillMarkup } from '#integrations/mail/markup.js';
import { compileCampaign } from '#integrations/mail/render-campaign.js';
import { renderTemplate } from '#integrations/mail/render-template.js';
import { textDirection } from '#integrations/mail/text-direction.js';

const brand: MailBrand = {
  ...{ storeName: 'Haat', storeUrl: 'https://store.example.com', supportEmail: 'help@example.com' },
  ...{ accentColor: '#0f5c4d', accentTextColor: '#ffffff', logoUrl: 'https://cdn.example.com/logo.png' },
  ...{ footerText: 'Haat Pvt Ltd', footerLinks: [{ label: 'Help', url: 'https://store.example.com/help' }] },
  socialLinks: [{ platform: 'Instagram', url: 'https://social.example.com', icon: '' }],
};

function mailOf(template: (typeof mailTemplates)[number], language = 'en'): string {
  const variables = templateVariables({
    payload: template.sample,
    moneyFields: moneyFieldsOf(template),
    instantFields: instantFieldsOf(template),
    dayFields: dayFieldsOf(template),
    ...{ currency: 'INR', timeZone: 'Asia/Kolkata' },
  });
  const values = { customerName: 'Asha', brand, variables, summaries: sampleSummaries(template), language };
  return renderTemplate(template, values).html;
}

const blocks: CampaignBlock[] = [
  { type: 'logo' },
  { type: 'heading', text: 'Lamps', level: 1 },
  { type: 'text', text: 'Dear {{customer_name}},\n\n- brass\n- clay' },
  { type: 'image', url: 'https://cdn.example.com/a.png', alt: 'Lamps', href: 'https://store.example.com' },
  { type: 'button', label: 'See them', url: '{{store_url}}/lamps' },
  ...[{ type: 'divider' as const }, { type: 'spacer' as const, height: 30 }, { type: 'social' as const }],
];

const campaignOf = (language = 'en') =>
  compileCampaign(
    { subject: 'Lamps', previewText: 'Half price', blocks },
    { brand, colors: NEUTRAL_COLORS, language, postalAddress: '12 Hill Road' },
  ).html;

/** Pairs that are not closed in the order in which they were opened. */
function unbalanced(html: string): string[] {
  const open: string[] = [];
  const wrong: string[] = [];
  const shown = html.replace(/<!--\[if mso\]>[\s\S]*?<!\[endif\]-->/g, '');
  for (const [, slash, tag = ''] of shown.matchAll(/<(\/?)(table|tbody|tr|td|th|a|p|div|span|h[1-3]|ul|ol|li|strong)\b/g)) {
    if (slash === '') open.push(tag);
    else if (open.pop() !== tag) wrong.push(`</${tag}>`);
  } // prettier-ignore
  return [...wrong, ...open];
}

function expectMailMarkup(html: string): void {
  expect(html).toMatch(/^<!DOCTYPE html PUBLIC/);
  expect(html).toContain('<html dir="ltr" lang="en">');
  expect(unbalanced(html)).toEqual([]);
  // A column of 600 pixels in Outlook for Windows, opened and closed.
  const conditionals = html.match(/<!--\[if mso\]>.*?<!\[endif\]-->/gs) ?? [];
  expect(conditionals.filter((text) => text.includes('width="600"'))).toHaveLength(1);
  expect(conditionals.filter((text) => text.includes('</td></tr></table>'))).toHaveLength(1);
  const tables = html.match(/<table\b[^>]*>/g) ?? [];
  expect(tables.filter((table) => !table.includes('role="presentation"'))).toEqual([]);
  // Buttons carry their padding for Outlook on both sides.
  const buttons = html.match(/<a [^>]*class="mail-button"[^>]*>.*?<\/a>/gs) ?? [];
  for (const button of buttons) expect(button.match(/<!--\[if mso\]><i style="mso-font-width/g)).toHaveLength(2);
  expect(html).not.toMatch(/\[\[|data-id=|rel="preload"|class="button"/);
  expect(Buffer.byteLength(html)).toBeLessThan(40 * 1024);
} // prettier-ignore

/**
 * What a program that matters does not support, and what it does instead: none of it hides or breaks a mail.
 * Media queries, `color-scheme` and `<style>`: the light palette stands on the elements. `border-radius`, `outline`:
 * square corners. `opacity`, `overflow`, `max-height`, `display:none`: each program hides the preview by another of them.
 */
const WITH_FALLBACK = [
  ...['@media', 'color-scheme meta tag', '<style> element', 'display:none', 'opacity', 'max-height property'],
  ...[
    'overflow',
    'outline',
    'border-radius',
    'word-break',
    'white-space',
    'target attribute',
    'role attribute',
  ],
  // The page around the column is also the table in the body.
  '<body> element',
];

describe('the markup of mails', () => {
  it.each(mailTemplates.map((template) => [`${template.eventType} ${template.role}`, template] as const))(
    '%s is whole, for Outlook too, and small',
    (_name, template) => expectMailMarkup(mailOf(template)),
  );

  it('is that of campaigns too', () => expectMailMarkup(campaignOf()));

  it('uses no HTML or CSS that Gmail, Outlook or Apple Mail lacks without a fallback', () => {
    const confirmed = mailTemplates.find(({ eventType }) => eventType === 'order.confirmed');
    for (const html of [mailOf(confirmed as (typeof mailTemplates)[number]), campaignOf()]) {
      const { issues } = caniemail({ clients: ['gmail.*', 'outlook.*', 'apple-mail.*'], html });
      const titles = [...issues.errors.values()].flat().map(({ title }) => title);
      expect([...new Set(titles)].filter((title) => !WITH_FALLBACK.includes(title))).toEqual([]);
    }
  });

  it('says the direction of its language', () => {
    expect(mailOf(mailTemplates[0] as (typeof mailTemplates)[number], 'ur-PK')).toContain('<html dir="rtl" lang="ur-PK">'); // prettier-ignore
    expect(campaignOf('ar')).toContain('<html dir="rtl" lang="ar">');
    expect(textDirection('hi-IN')).toBe('ltr');
  });

  it('fills each slot, and fails where a value is missing', () => {
    expect(fillMarkup('heading', { text: '[[text]] $&' })).toContain('>[[text]] $&</h1>');
    expect(() => fillMarkup('heading', {})).toThrow('The slot text of heading has no value');
  });

  it.each(['#0f5c4d', '#000000', '#ffffff', '#e8b931', '#1c222b'])(
    'has dark colours with contrast for the accent %s',
    (accentColor) => {
      const palette = brandPalette({ accentColor, accentTextColor: '#ffffff' });
      const [, ground = '', text = ''] =
        /a\.mail-button \{ background-color: (#\w{6}) !important; color: (#\w{6})/.exec(palette) ?? [];
      expect(contrastRatio(ground, '#1c222b')).toBeGreaterThanOrEqual(VISIBLE_CONTRAST);
      expect(contrastRatio(text, ground)).toBeGreaterThanOrEqual(READABLE_CONTRAST);
    },
  );
});
