import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'puppeteer-core';
import { READABLE_CONTRAST } from '#domain/mail/contrast.js';
import { type DrawnPart } from '#domain/mail/mail-template.js';
import { builtInLocales } from '#domain/mail/locales.js';
import { effectiveWords } from '#domain/mail/template-override.js';
import { mailTemplates } from '#domain/mail/template-registry.js';
import {
  dayFieldsOf,
  instantFieldsOf,
  moneyFieldsOf,
  templateVariables,
} from '#domain/mail/template-variables.js';
import type { MailBrand } from '#integrations/mail/mail-brand.js';
import { renderTemplate } from '#integrations/mail/render-template.js';
import { launchBrowser, type RunningBrowser } from '#integrations/pdf/launch-browser.js';
import { sampleValues } from '#operations/mail/render-mail.js';
import { unreadablePictures, unreadableTexts } from './checks-in-page.js';

const PICTURES = 'https://cdn.example.com';
/** Where pictures of all mails go, for somebody who looks at them; nowhere by default. */
const folder = process.env['MAIL_PICTURES'];

/** Gmail cuts off what is longer. */
const MAX_BYTES = 102 * 1024;
const widths = [360, 600];
const schemes = ['light', 'dark'] as const;

const brand: MailBrand = {
  storeName: 'Haat',
  storeUrl: 'https://store.example.com',
  supportEmail: 'help@example.com',
  accentColor: '#0f5c4d',
  accentTextColor: '#ffffff',
  logoUrl: `${PICTURES}/logo.svg`,
  footerText: 'Haat Pvt Ltd\nBengaluru',
  footerLinks: [{ label: 'Help', url: 'https://store.example.com/help' }],
  socialLinks: [
    {
      platform: 'Instagram',
      url: 'https://social.example',
      icon: `${PICTURES}/icon.svg`,
    },
  ],
};

let running: RunningBrowser;
let page: Page;
beforeAll(async () => {
  if (folder) mkdirSync(folder, { recursive: true });
  running = await launchBrowser({ chromePath: process.env['CHROME_PATH'] });
  page = await running.browser.newPage();
  await page.setRequestInterception(true);
  // As in a mail program that waits for its reader to ask for pictures.
  page.on(
    'request',
    (request) => void (request.url().startsWith('https://') ? request.abort() : request.continue()),
  );
});
afterAll(() => running.stop());

/** With a picture at every line. */
function withPictures(summaries: Readonly<Record<string, DrawnPart>>): Record<string, DrawnPart> {
  const image = `${PICTURES}/lamp.svg`;
  return Object.fromEntries(
    Object.entries(summaries).map(([name, part]) => [
      name,
      'lines' in part ? { ...part, lines: part.lines.map((line) => ({ ...line, image })) } : part,
    ]),
  );
}

function htmlOf(template: (typeof mailTemplates)[number], asked: string): string {
  const { content, locale } = effectiveWords(template, [], [asked, 'en']);
  const { payload, customerName, summaries } = sampleValues(template, locale);
  const fields = {
    moneyFields: moneyFieldsOf(template),
    instantFields: instantFieldsOf(template),
    dayFields: dayFieldsOf(template),
  };
  const variables = templateVariables({
    payload,
    currency: 'INR',
    timeZone: 'Asia/Kolkata',
    locale,
    ...fields,
  });
  return renderTemplate(content, {
    customerName,
    brand,
    variables,
    language: locale,
    summaries: withPictures(summaries),
  }).html;
}

/** What a reader of a mail stumbles over, at each width, by day and by night. */
async function problemsOf(name: string, html: string): Promise<string[]> {
  const found = Buffer.byteLength(html) < MAX_BYTES ? [] : [`${Buffer.byteLength(html)} bytes`];
  await page.setContent(html, { waitUntil: 'load' });
  for (const width of widths) {
    await page.setViewport({ width, height: 900 });
    for (const scheme of schemes) {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      const seen = (await page.evaluate(
        `[...(${unreadableTexts})(${READABLE_CONTRAST}), ...(${unreadablePictures})(${READABLE_CONTRAST})]`,
      )) as string[];
      found.push(...seen.map((problem) => `${width} ${scheme}: ${problem}`));
      if (folder)
        await page.screenshot({
          path: join(folder, `${name.replace(/\W+/g, '-')}-${width}-${scheme}.png`),
          fullPage: true,
        });
    }
  }
  return found.map((problem) => `${name}: ${problem}`);
}

it.each(builtInLocales)(
  'every mail in %s fits phones and windows, is readable by day and by night, and says what its pictures show',
  async (locale) => {
    const problems: string[] = [];
    for (const template of mailTemplates) {
      const name = `${locale} ${template.eventType} ${template.role}`;
      problems.push(...(await problemsOf(name, htmlOf(template, locale))));
    }
    expect(problems).toEqual([]);
  },
);
