import { caniemail } from 'caniemail';
import { describe, expect, it } from '@jest/globals';
import type { CampaignBlock, SimpleBlock } from '#domain/campaigns/campaign-blocks.js';
import { NEUTRAL_COLORS } from '#domain/campaigns/campaign-colors.js';
import {
  couponKey,
  listingKey,
  type ShownContent,
  type ShownProduct,
} from '#domain/campaigns/shown-content.js';
import { contrastRatio, READABLE_CONTRAST, VISIBLE_CONTRAST } from '#domain/mail/contrast.js';
import { mailTemplates } from '#domain/mail/template-registry.js';
import { sampleSummaries } from '#domain/mail/template-sample.js';
import {
  dayFieldsOf,
  instantFieldsOf,
  moneyFieldsOf,
  templateVariables,
} from '#domain/mail/template-variables.js';
import type { ShopFace } from '#integrations/mail/block-face.js';
import { brandPalette } from '#integrations/mail/dark-palette.js';
import type { MailBrand } from '#integrations/mail/mail-brand.js';
import { fillMarkup } from '#integrations/mail/markup.js';
import { compileCampaign } from '#integrations/mail/render-campaign.js';
import { renderTemplate } from '#integrations/mail/render-template.js';
import { textDirection } from '#integrations/mail/text-direction.js';

const brand: MailBrand = {
  storeName: 'Haat',
  storeUrl: 'https://store.example.com',
  supportEmail: 'help@example.com',
  accentColor: '#0f5c4d',
  accentTextColor: '#ffffff',
  logoUrl: 'https://cdn.example.com/logo.png',
  footerText: 'Haat Pvt Ltd',
  footerLinks: [{ label: 'Help', url: 'https://store.example.com/help' }],
  socialLinks: [{ platform: 'Instagram', url: 'https://social.example.com', icon: '' }],
};

function mailOf(template: (typeof mailTemplates)[number], language = 'en'): string {
  const variables = templateVariables({
    payload: template.sample,
    moneyFields: moneyFieldsOf(template),
    instantFields: instantFieldsOf(template),
    dayFields: dayFieldsOf(template),
    currency: 'INR',
    timeZone: 'Asia/Kolkata',
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
  { type: 'divider' as const },
  { type: 'spacer' as const, height: 30 },
  { type: 'social' as const },
];

const [productId, listingId, discountId] = [1, 2, 3].map(
  (n) => `0199c0de-0000-7000-8000-00000000000${n}`,
) as [string, string, string];
const productOf = (id: string, fields: Partial<ShownProduct> = {}): ShownProduct => ({
  id,
  title: 'Brass lamp & wick',
  slug: 'brass-lamp',
  image: 'media/platform/lamp.jpg',
  priceStart: 49_900,
  priceEnd: 49_900,
  regularPrice: null,
  ...fields,
});
const shop: ShopFace = {
  shown: {
    products: Object.fromEntries([
      [productId, productOf(productId, { regularPrice: 99_900, priceEnd: 59_900 })],
      ...['a', 'b', 'c'].map((id) => [
        id,
        productOf(id, { image: id === 'b' ? null : 'media/platform/x.png' }),
      ]),
    ]) as ShownContent['products'],
    listings: { [listingKey(listingId, 3)]: ['a', 'b', 'c'] },
    coupons: {
      [couponKey(discountId)]: {
        discountId,
        name: 'Diwali',
        code: 'DIWALI10',
        endsAt: '2026-11-30T18:30:00.000Z',
      },
      [couponKey(discountId, 'bulk')]: { discountId, name: 'Diwali', code: null, endsAt: null },
    },
    currency: 'INR',
  },
  timeZone: 'Asia/Kolkata',
  pictureUrl: (image) => `https://cdn.example.com/${image}`,
};

/** Each kind that goes beyond the documented eight. */
const shopBlocks: Record<string, CampaignBlock> = {
  product: { type: 'product', productId, label: 'For {{customer_name}}' },
  listing: { type: 'listing', listingId, count: 3 },
  coupon: { type: 'coupon', discountId, text: '10 % off, {{customer_name}}' },
  'bulk coupon': { type: 'coupon', discountId, codes: 'bulk' },
  section: { type: 'section', align: 'center', blocks: blocks as SimpleBlock[] },
  columns: {
    type: 'columns',
    align: 'right',
    left: [{ type: 'product', productId }],
    right: [
      { type: 'listing', listingId, count: 3 },
      { type: 'coupon', discountId },
      { type: 'image', url: 'https://cdn.example.com/a.png' },
    ],
  },
};

const campaignOf = (language = 'en', given: CampaignBlock[] = blocks) =>
  compileCampaign(
    { subject: 'Lamps', previewText: 'Half price', blocks: given },
    { brand, colors: NEUTRAL_COLORS, language, postalAddress: '12 Hill Road' },
    { shop },
  ).html;

/** Pairs that are not closed in the order in which they were opened. */
function unbalanced(html: string): string[] {
  const open: string[] = [];
  const wrong: string[] = [];
  const shown = html.replace(/<!--\[if mso\]>[\s\S]*?<!\[endif\]-->/g, '');
  for (const [, slash, tag = ''] of shown.matchAll(
    /<(\/?)(table|tbody|tr|td|th|a|p|div|span|h[1-3]|ul|ol|li|strong)\b/g,
  )) {
    if (slash === '') open.push(tag);
    else if (open.pop() !== tag) wrong.push(`</${tag}>`);
  }
  return [...wrong, ...open];
}

function expectMailMarkup(html: string): void {
  expect(html).toMatch(/^<!DOCTYPE html PUBLIC/);
  expect(html).toContain('<html dir="ltr" lang="en">');
  expect(unbalanced(html)).toEqual([]);
  // A column of 600 pixels in Outlook for Windows, opened and closed.
  const conditionals = html.match(/<!--\[if mso\]>.*?<!\[endif\]-->/gs) ?? [];
  expect(conditionals.filter((text) => text.includes('width="600"'))).toHaveLength(1);
  const pairs = html.match(/class="pair/g) ?? [];
  expect(conditionals.filter((text) => text.includes('</td></tr></table>'))).toHaveLength(1 + pairs.length);
  const tables = html.match(/<table\b[^>]*>/g) ?? [];
  expect(tables.filter((table) => !table.includes('role="presentation"'))).toEqual([]);
  // Buttons carry their padding for Outlook on both sides.
  const buttons = html.match(/<a [^>]*class="mail-button"[^>]*>.*?<\/a>/gs) ?? [];
  for (const button of buttons)
    expect(button.match(/<!--\[if mso\]><i style="mso-font-width/g)).toHaveLength(2);
  expect(html).not.toMatch(/\[\[|data-id=|rel="preload"|class="button"/);
  expect(Buffer.byteLength(html)).toBeLessThan(40 * 1024);
}

/**
 * What a program that matters does not support, and what it does instead: none of it hides or breaks a mail.
 * Media queries, `color-scheme` and `<style>`: the light palette stands on the elements. `border-radius`, `outline`:
 * square corners. `opacity`, `overflow`, `max-height`, `display:none`: each program hides the preview by another of them.
 */
const WITH_FALLBACK = [
  '@media',
  'color-scheme meta tag',
  '<style> element',
  'display:none',
  'opacity',
  'max-height property',
  'overflow',
  'outline',
  'border-radius',
  'word-break',
  'white-space',
  'target attribute',
  'role attribute',
  // The page around the column is also the table in the body.
  '<body> element',
];

describe('the markup of mails', () => {
  it.each(mailTemplates.map((template) => [`${template.eventType} ${template.role}`, template] as const))(
    '%s is whole, for Outlook too, and small',
    (_name, template) => expectMailMarkup(mailOf(template)),
  );

  it('is that of campaigns too', () => expectMailMarkup(campaignOf()));

  it.each(Object.entries(shopBlocks))(
    'of a campaign with a block %s is whole, for Outlook too, and small',
    (_name, block) => {
      const html = campaignOf('en', [block]);
      expectMailMarkup(html);
      // Columns are a table in Outlook for Windows, opened and closed as often as they stand there.
      const conditionals = html.match(/<!--\[if mso\]>.*?<!\[endif\]-->/gs) ?? [];
      const count = (part: string) => conditionals.filter((text) => text.includes(part)).length;
      const pairs = (html.match(/class="pair/g) ?? []).length;
      expect([count('<table role="presentation" width="540"'), count('</td><td width="270"')]).toEqual([
        pairs,
        pairs,
      ]);
      // Every picture has words for readers without it, and no width beyond its place.
      for (const [image] of html.matchAll(/<img [^>]*>/g)) {
        expect(image).toMatch(/ alt="[^"]*"/);
        expect(Number(/ width="(\d+)"/.exec(image)?.[1] ?? 0)).toBeLessThanOrEqual(
          html.includes('class="half"') ? 520 : 540,
        );
      }
    },
  );

  it('of a campaign with a block of each kind stays below what Gmail cuts off', () => {
    const html = campaignOf('en', [...blocks, ...Object.values(shopBlocks)]);
    expect(Buffer.byteLength(html)).toBeLessThan(102 * 1024);
    expect(
      html.match(/From ₹499\.00|<s [^>]*>₹999\.00<\/s>|DIWALI10|Valid until Mon, 30 Nov 2026/g)?.length,
    ).toBeGreaterThanOrEqual(5);
  });

  it('uses no HTML or CSS that Gmail, Outlook or Apple Mail lacks without a fallback', () => {
    const confirmed = mailTemplates.find(({ eventType }) => eventType === 'order.confirmed');
    for (const html of [
      mailOf(confirmed as (typeof mailTemplates)[number]),
      campaignOf('en', [...blocks, ...Object.values(shopBlocks)]),
    ]) {
      const { issues } = caniemail({ clients: ['gmail.*', 'outlook.*', 'apple-mail.*'], html });
      const titles = [...issues.errors.values()].flat().map(({ title }) => title);
      expect([...new Set(titles)].filter((title) => !WITH_FALLBACK.includes(title))).toEqual([]);
    }
  });

  it('says the direction of its language', () => {
    expect(mailOf(mailTemplates[0] as (typeof mailTemplates)[number], 'ur-PK')).toContain(
      '<html dir="rtl" lang="ur-PK">',
    );
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
