import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'puppeteer-core';
import { READABLE_CONTRAST } from '#domain/mail/contrast.js';
import { mailTemplates } from '#domain/mail/template-registry.js';
import { sampleSummaries } from '#domain/mail/template-sample.js';
import { instantFieldsOf, moneyFieldsOf, templateVariables } from '#domain/mail/template-variables.js';
import { compileCampaign, fillCampaign } from '#integrations/mail/render-campaign.js';
import type { MailBrand } from '#integrations/mail/mail-brand.js';
import { renderTemplate } from '#integrations/mail/render-template.js';
import { type RunningBrowser, launchBrowser } from '#integrations/pdf/launch-browser.js';

const folder = join(import.meta.dirname, '..', '..', '.cache', 'look');
const LOGO = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="160" height="36"><rect width="160" height="36" rx="8" fill="#0f5c4d"/></svg>').toString('base64')}`; // prettier-ignore

const brand: MailBrand = {
  ...{ storeName: 'Haat', storeUrl: 'https://store.example.com', supportEmail: 'help@example.com' },
  ...{ accentColor: '#0f5c4d', accentTextColor: '#ffffff', logoUrl: 'https://cdn.example.com/logo.svg' },
  footerText: 'Haat Pvt Ltd\nBengaluru',
  footerLinks: [{ label: 'Help', url: 'https://store.example.com/help' }],
  socialLinks: [{ platform: 'Instagram', url: 'https://instagram.example', icon: '' }],
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
    if (request.url().startsWith('https://cdn.example.com'))
      void request.respond({ contentType: 'image/svg+xml', body: Buffer.from(LOGO.split(',')[1] ?? '', 'base64') }); // prettier-ignore
    else void request.continue();
  });
}, 60_000);
afterAll(() => running.stop());

/** Runs in the page, hence a text: every text with less contrast than `least`, and what is wider than the window. */
const inPage = `(least) => {
  const channels = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
  const linear = (one) => (one / 255 <= 0.04045 ? one / 255 / 12.92 : ((one / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = ([r = 0, g = 0, b = 0]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const found = [];
  const over = document.documentElement.scrollWidth - window.innerWidth;
  if (over > 0) found.push(over + ' px wider than the window');
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent.replace(/[\\s\\u034f\\u200c\\u00a0]+/g, ' ').trim();
    const hidden = element.closest('[style*="opacity:0"]') || element.getClientRects().length === 0;
    if (text === '' || hidden || getComputedStyle(element).fontSize === '0px') continue;
    let ground = element;
    while (ground && channels(getComputedStyle(ground).backgroundColor)[3] === 0) ground = ground.parentElement;
    const [fore, back] = [getComputedStyle(element).color, ground ? getComputedStyle(ground).backgroundColor : 'rgb(255,255,255)'];
    const [light, dark] = [luminance(channels(fore)), luminance(channels(back))].sort((a, b) => b - a);
    const ratio = (light + 0.05) / (dark + 0.05);
    if (ratio < least) found.push(text.slice(0, 40) + ': ' + ratio.toFixed(2) + ' to 1 (' + fore + ' on ' + back + ')');
  }
  return found;
}`;

/** Texts that are hard to read, and by how much the page is wider than its window. */
async function problemsOf(html: string, { width, scheme }: (typeof ways)[number]): Promise<string[]> {
  await page.setViewport({ width, height: 900 });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  await page.setContent(html, { waitUntil: 'load' });
  return (await page.evaluate(`(${inPage})(${READABLE_CONTRAST})`)) as string[];
}

function htmlOf(template: (typeof mailTemplates)[number], way: (typeof ways)[number]): string {
  const variables = templateVariables({
    ...{
      payload: template.sample,
      moneyFields: moneyFieldsOf(template),
      instantFields: instantFieldsOf(template),
    },
    ...{ currency: 'INR', timeZone: 'Asia/Kolkata' },
  });
  const { html } = renderTemplate(template, {
    customerName: way.rtl ? 'عائشة راو' : 'Asha Rao',
    brand: { ...brand, ...(way.logo ? {} : { logoUrl: '' }), ...(way.pale ? { accentColor: '#e8b931', accentTextColor: '#1f2733' } : {}) }, // prettier-ignore
    variables,
    summaries: sampleSummaries(template),
  });
  return way.rtl ? html.replace('<html lang="en">', '<html lang="ar" dir="rtl">') : html;
}

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
        if (template.eventType === 'order.confirmed' || template.eventType === 'auth.magic_link')
          await page.screenshot({
            path: join(folder, `${name.replace(/\W+/g, '-')}-${named(way)}.png`),
            fullPage: true,
          });
      }
      expect(problems).toEqual([]);
    },
    60_000,
  );

  it('campaigns are readable with every block, in eight ways', async () => {
    const content = {
      ...{ subject: 'For {{customer_name}}', previewText: 'Half price' },
      blocks: [
        { type: 'logo' as const },
        { type: 'heading' as const, text: 'A festival of lamps', level: 1 as const },
        {
          type: 'text' as const,
          text: 'Dear {{customer_name}},\n\n**Half price** until [Sunday](https://store.example.com).\n\n- brass\n- clay',
        },
        { type: 'image' as const, url: 'https://cdn.example.com/lamps.svg', alt: 'Lamps' },
        { type: 'button' as const, label: 'See the lamps', url: '{{store_url}}' },
        { type: 'divider' as const },
        { type: 'spacer' as const, height: 32 },
        { type: 'social' as const },
      ],
    };
    const problems: string[] = [];
    for (const way of ways) {
      const face = { brand: { ...brand, ...(way.logo ? {} : { logoUrl: '' }), ...(way.pale ? { accentColor: '#e8b931', accentTextColor: '#1f2733' } : {}) }, postalAddress: '12 Hill Road\nMumbai' }; // prettier-ignore
      const compiled = compileCampaign(content, face);
      const marks = Object.fromEntries(compiled.slots.map(({ marker }) => [marker, 'Asha']));
      const found = await problemsOf(fillCampaign(compiled, marks).html, way);
      problems.push(...found.map((problem) => `${named(way)}: ${problem}`));
      await page.screenshot({ path: join(folder, `campaign-${named(way)}.png`), fullPage: true });
    }
    expect(problems).toEqual([]);
  }, 60_000);
});
