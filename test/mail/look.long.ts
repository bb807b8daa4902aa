import { mkdirSync } from 'node:fs';
import { NEUTRAL_COLORS } from '#domain/campaigns/campaign-colors.js';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'puppeteer-core';
import type { CampaignBlock, CampaignContent } from '#domain/campaigns/campaign-blocks.js';
import { READABLE_CONTRAST } from '#domain/mail/contrast.js';
import { mailTemplates } from '#domain/mail/template-registry.js';
import { sampleSummaries } from '#domain/mail/template-sample.js';
import {
  dayFieldsOf,
  instantFieldsOf,
  moneyFieldsOf,
  templateVariables,
} from '#domain/mail/template-variables.js';
import { compileCampaign, fillCampaign } from '#integrations/mail/render-campaign.js';
import type { MailBrand } from '#integrations/mail/mail-brand.js';
import { renderTemplate } from '#integrations/mail/render-template.js';
import { type RunningBrowser, launchBrowser } from '#integrations/pdf/launch-browser.js';
import { unreadablePictures, unreadableTexts } from './checks-in-page.js';

const folder = join(import.meta.dirname, '..', '..', '.cache', 'look');
/** Which mails are kept as pictures, `PICTURES='wishlists|abandoned'`. */
const chosen = new RegExp(process.env['PICTURES'] ?? '^(order.confirmed|auth.magic_link)$');
/** Nothing is loaded from here, as in a mail program that waits for its reader to ask for pictures. */
const BLOCKED = 'https://blocked.example.com';
const LOGO = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="160" height="36"><rect width="160" height="36" rx="8" fill="#0f5c4d"/></svg>').toString('base64')}`;

const brand: MailBrand = {
  storeName: 'Haat',
  storeUrl: 'https://store.example.com',
  supportEmail: 'help@example.com',
  accentColor: '#0f5c4d',
  accentTextColor: '#ffffff',
  logoUrl: 'https://cdn.example.com/logo.svg',
  footerText: 'Haat Pvt Ltd\nBengaluru',
  footerLinks: [{ label: 'Help', url: 'https://store.example.com/help' }],
  socialLinks: [
    { platform: 'Instagram', url: 'https://instagram.example', icon: '' },
    { platform: 'Facebook', url: 'https://facebook.example', icon: 'https://cdn.example.com/icon.svg' },
  ],
};

/** Eight ways: narrow and wide, light and dark, with and without logo; right to left and a pale accent in half of them. */
const ways = [375, 800].flatMap((width) =>
  (['light', 'dark'] as const).flatMap((scheme) =>
    [true, false].map((logo) => ({
      width,
      scheme,
      logo,
      pale: logo === (scheme === 'dark'),
      rtl: !logo && width === 375,
    })),
  ),
);

let running: RunningBrowser;
let page: Page;
beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  running = await launchBrowser({ chromePath: process.env['CHROME_PATH'] });
  page = await running.browser.newPage();
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (request.url().startsWith(BLOCKED)) void request.abort();
    else if (request.url().startsWith('https://cdn.example.com'))
      void request.respond({
        contentType: 'image/svg+xml',
        body: Buffer.from(LOGO.split(',')[1] ?? '', 'base64'),
      });
    else void request.continue();
  });
});
afterAll(() => running.stop());

/** Texts that are hard to read, and by how much the page is wider than its window. */
async function problemsOf(html: string, { width, scheme }: (typeof ways)[number]): Promise<string[]> {
  await page.setViewport({ width, height: 900 });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  await page.setContent(html, { waitUntil: 'load' });
  return (await page.evaluate(`(${unreadableTexts})(${READABLE_CONTRAST})`)) as string[];
}

function htmlOf(template: (typeof mailTemplates)[number], way: (typeof ways)[number]): string {
  const variables = templateVariables({
    payload: template.sample,
    moneyFields: moneyFieldsOf(template),
    instantFields: instantFieldsOf(template),
    dayFields: dayFieldsOf(template),
    currency: 'INR',
    timeZone: 'Asia/Kolkata',
  });
  const { html } = renderTemplate(template, {
    customerName: way.rtl ? 'عائشة راو' : 'Asha Rao',
    brand: brandOf(way),
    variables,
    summaries: sampleSummaries(template),
    language: way.rtl ? 'ar' : 'en',
  });
  return html;
}

/** The problems of a mail while images are off. */
async function problemsWithoutImages(html: string, way: (typeof ways)[number]): Promise<string[]> {
  const found = await problemsOf(html.replaceAll('https://cdn.example.com', BLOCKED), way);
  return [...found, ...((await page.evaluate(`(${unreadablePictures})(${READABLE_CONTRAST})`)) as string[])];
}

const picture = (name: string, alt: string): CampaignBlock => ({
  type: 'image',
  url: `https://cdn.example.com/${name}.svg`,
  alt,
});

/** Every block, a letter without pictures, and one that is mostly pictures. */
const campaigns: Record<string, CampaignContent> = {
  'every-block': {
    subject: 'For {{customer_name}}',
    previewText: 'Half price',
    blocks: [
      { type: 'logo' },
      { type: 'heading', text: 'A festival of lamps', level: 1 },
      {
        type: 'text',
        text: 'Dear {{customer_name}},\n\n**Half price** until [Sunday](https://store.example.com).\n\n- brass\n- clay',
      },
      picture('lamps', 'Lamps'),
      { type: 'button', label: 'See the lamps', url: '{{store_url}}' },
      { type: 'divider' },
      { type: 'spacer', height: 32 },
      { type: 'social' },
    ],
  },
  letter: {
    subject: 'From the weavers',
    previewText: '',
    blocks: [
      { type: 'heading', text: 'नमस्ते {{customer_name}}, a letter from the weavers of Chanderi', level: 2 },
      {
        type: 'text',
        text: `${'We have woven for three hundred years, and this winter we weave in colours that nobody has seen. '.repeat(6)}\n\n1. indigo\n2. madder, *twice dyed*\n\nhttps://store.example.com/${'averylongaddresswithoutaplacetobreak'.repeat(4)}`,
      },
      { type: 'heading', text: 'اردو', level: 3 },
      { type: 'text', text: 'آپ کا شکریہ، {{customer_name}}۔' },
      {
        type: 'button',
        label: 'A button with a label that is much longer than a phone is wide, and then some',
        url: 'https://store.example.com',
      },
    ],
  },
  pictures: {
    subject: 'The winter sale',
    previewText: 'It starts today',
    blocks: [
      { type: 'logo' },
      picture('sale', 'The winter sale starts today: up to half price on everything made of wool'),
      { type: 'divider' },
      { ...picture('shawls', 'Shawls'), href: 'https://store.example.com/shawls' } as CampaignBlock,
      { ...picture('blankets', 'Blankets'), href: '{{store_url}}/blankets' } as CampaignBlock,
      { type: 'button', label: 'Shop the sale', url: '{{store_url}}/sale' },
      { type: 'social' },
    ],
  },
};

const brandOf = (way: (typeof ways)[number]): MailBrand => ({
  ...brand,
  ...(way.logo ? {} : { logoUrl: '' }),
  ...(way.pale ? { accentColor: '#e8b931', accentTextColor: '#1f2733' } : {}),
});

const named = ({ width, scheme, logo, rtl }: (typeof ways)[number]) =>
  `${width}-${scheme}${logo ? '-logo' : ''}${rtl ? '-rtl' : ''}`;

describe('the look', () => {
  it.each(mailTemplates.map((template) => [`${template.eventType} ${template.role}`, template] as const))(
    '%s is readable in eight ways and never scrolls sideways',
    async (name, template) => {
      const problems: string[] = [];
      for (const way of ways) {
        const found = await problemsOf(htmlOf(template, way), way);
        problems.push(...found.map((problem) => `${named(way)}: ${problem}`));
        const shown = chosen.test(template.eventType);
        const picture = join(folder, `${name.replace(/\W+/g, '-')}-${named(way)}`);
        if (shown) await page.screenshot({ path: `${picture}.png`, fullPage: true });
        if (!way.logo) continue;
        const without = await problemsWithoutImages(htmlOf(template, way), way);
        problems.push(...without.map((problem) => `${named(way)} without images: ${problem}`));
        if (shown) await page.screenshot({ path: `${picture}-no-images.png`, fullPage: true });
      }
      expect(problems).toEqual([]);
    },
  );

  it.each(Object.entries(campaigns))('the campaign %s is readable in eight ways', async (name, content) => {
    const problems: string[] = [];
    for (const way of ways) {
      const face = {
        brand: brandOf(way),
        colors: NEUTRAL_COLORS,
        language: way.rtl ? 'ar' : 'en',
        postalAddress: '12 Hill Road\nMumbai',
      };
      const compiled = compileCampaign(content, face);
      const marks = Object.fromEntries(compiled.slots.map(({ marker }) => [marker, 'Asha']));
      const { html } = fillCampaign(compiled, marks);
      const found = await problemsOf(html, way);
      problems.push(...found.map((problem) => `${named(way)}: ${problem}`));
      await page.screenshot({ path: join(folder, `campaign-${name}-${named(way)}.png`), fullPage: true });
      const without = await problemsWithoutImages(html, way);
      problems.push(...without.map((problem) => `${named(way)} without images: ${problem}`));
      await page.screenshot({
        path: join(folder, `campaign-${name}-${named(way)}-no-images.png`),
        fullPage: true,
      });
    }
    expect(problems).toEqual([]);
  });
});
