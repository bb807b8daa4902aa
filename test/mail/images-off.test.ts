import { describe, expect, it } from '@jest/globals';
import { NEUTRAL_COLORS } from '#domain/campaigns/campaign-colors.js';
import { mailTemplates } from '#domain/mail/template-registry.js';
import { sampleSummaries } from '#domain/mail/template-sample.js';
import type { MailBrand } from '#integrations/mail/mail-brand.js';
import { compileCampaign } from '#integrations/mail/render-campaign.js';
import { renderTemplate } from '#integrations/mail/render-template.js';

const brand: MailBrand = {
  storeName: 'Haat of Bengaluru',
  storeUrl: 'https://store.example.com',
  supportEmail: '',
  accentColor: '#0f5c4d',
  accentTextColor: '#ffffff',
  logoUrl: 'https://cdn.example.com/logo.svg',
  footerText: '',
  footerLinks: [],
  socialLinks: [
    { platform: 'Instagram', url: 'https://social.example.com', icon: 'https://cdn.example.com/i.svg' },
  ],
};

/** The attributes of each picture. */
function picturesOf(html: string): Record<string, string>[] {
  return [...html.matchAll(/<img\b([^>]*)>/g)].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    ),
  );
}

/** Each picture has words that may be as wide as they are, in their own colour or of the text around it. */
function expectReadable(html: string): void {
  const pictures = picturesOf(html);
  expect(pictures.length).toBeGreaterThan(0);
  for (const { alt, width, style = '' } of pictures) {
    expect(alt).toBeTruthy();
    expect(style).toMatch(/font-size:\d+px/);
    if (style.includes('width:auto')) expect(width).toBeUndefined();
    expect(style).toMatch(/max-width:|width:auto/);
  }
}

describe('mails while images are off', () => {
  it.each(mailTemplates.map((template) => [`${template.eventType} ${template.role}`, template] as const))(
    '%s names the store and its links',
    (_name, template) => {
      const { html } = renderTemplate(template, {
        customerName: 'Asha',
        brand,
        variables: {},
        summaries: sampleSummaries(template),
      });
      expectReadable(html);
      expect(picturesOf(html).map(({ alt }) => alt)).toEqual(['Haat of Bengaluru', 'Instagram']);
    },
  );

  it('pictures of an author say what they show, in the text alternative too', () => {
    const body = '<p>Look: <img src="https://cdn.example.com/lamp.png" alt="A brass lamp"></p>';
    const { html, text } = renderTemplate(
      { subject: 'Lamps', heading: '', preheader: '', body },
      { customerName: 'Asha', brand, variables: {} },
    );
    expect(html).toContain('alt="A brass lamp"');
    expect(text).toContain('Look: A brass lamp');
  });

  it('every block of a campaign keeps its words', () => {
    const { html, text } = compileCampaign(
      {
        subject: 'Lamps',
        previewText: 'Half price',
        blocks: [
          { type: 'logo' },
          { type: 'image', url: 'https://cdn.example.com/lamps.png', alt: 'Lamps of brass and clay' },
          { type: 'social' },
        ],
      },
      { brand, postalAddress: '12 Hill Road', colors: NEUTRAL_COLORS, language: 'en' },
    );
    expectReadable(html);
    expect(picturesOf(html).map(({ alt }) => alt)).toEqual([
      'Haat of Bengaluru',
      'Lamps of brass and clay',
      'Instagram',
    ]);
    for (const words of [
      'Haat of Bengaluru',
      'Lamps of brass and clay',
      'Instagram: https://social.example.com',
    ])
      expect(text).toContain(words);
  });

  it('links of a campaign to a store without an address are left out', () => {
    const { html, text } = compileCampaign(
      {
        subject: 'Lamps',
        previewText: 'Half price',
        blocks: [
          { type: 'text', text: 'All [lamps]({{store_url}}/lamps) at half price.' },
          {
            type: 'image',
            url: 'https://cdn.example.com/lamps.png',
            alt: 'Lamps',
            href: '{{store_url}}/lamps',
          },
          { type: 'button', label: 'See the lamps', url: '{{store_url}}/lamps' },
        ],
      },
      { brand: { ...brand, storeUrl: '' }, postalAddress: '', colors: NEUTRAL_COLORS, language: 'en' },
    );
    expect(html).not.toMatch(/href="(?!https:|-h)/);
    expect(html).toContain('All lamps at half price.');
    expect(text).not.toContain('See the lamps');
  });
});
