import { describe, expect, it } from '@jest/globals';
import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import type { CampaignBlock } from '#domain/campaigns/campaign-blocks.js';
import { NEUTRAL_COLORS } from '#domain/campaigns/campaign-colors.js';
import { filledBody } from '#integrations/mail/filled-body.js';
import type { MailBrand } from '#integrations/mail/mail-brand.js';
import {
  campaignSubstitutions,
  compileCampaign,
  fillCampaign,
  recipientValues,
} from '#integrations/mail/render-campaign.js';
import { hardTexts } from '../_support/hard-texts.js';

const brand: MailBrand = {
  storeName: 'Haat & Co',
  storeUrl: 'https://store.example.com/shop',
  supportEmail: '',
  accentColor: '#0f5c4d',
  accentTextColor: '#ffffff',
  logoUrl: '',
  footerText: '',
  footerLinks: [],
  socialLinks: [],
};
const face = { brand, postalAddress: '12 Hill Road', colors: NEUTRAL_COLORS, language: 'en' };

const query = '?n={{customer_name}}&z=1&s={{store_name}}';
const blocks: CampaignBlock[] = [
  { type: 'text', text: `[text](https://shop.example/a${query})` },
  { type: 'button', label: 'button', url: `{{store_url}}/b${query}` },
  { type: 'image', url: 'https://shop.example/p.png', alt: 'image', href: `https://shop.example/c${query}` },
  { type: 'text', text: '[once](https://shop.example/d?n={{customer_name | url_encode}})' },
];
const content = { subject: 'Lamps', previewText: 'Half price', blocks };

/** The mail of one recipient, as a mail program reads it. */
async function received(name: string) {
  const compiled = compileCampaign(content, face);
  const values = recipientValues(face, name, 'https://shop.example/u/1');
  const mail = fillCampaign(compiled, campaignSubstitutions(compiled, values));
  const transport = createTransport({ streamTransport: true, buffer: true });
  const sent = await transport.sendMail({ from: 'a@example.com', to: 'b@example.com', ...mail });
  return PostalMime.parse(sent.message as unknown as Buffer);
}

const unescaped = (text: string) => text.replaceAll('&#38;', '&').replaceAll('&amp;', '&');

describe('links of campaigns', () => {
  it.each([...hardTexts, 'Asha & Ravi', 'a b?c=d#e'])(
    'hold the name %s whole, in HTML and in plain text',
    async (name) => {
      const { html = '', text = '' } = await received(name);
      const inHtml = [...html.matchAll(/href="(https:\/\/[^"]*\/[abcd]\?[^"]*)"/g)].map(([, url = '']) =>
        unescaped(url),
      );
      const inText = [...text.matchAll(/https:\/\/\S*\/[abcd]\?\S*/g)].map(([url]) => url);
      for (const urls of [inHtml, inText]) {
        expect(urls.map((url) => new URL(url).pathname)).toEqual(['/a', '/shop/b', '/c', '/d']);
        for (const url of urls) expect(new URL(url).searchParams.get('n')).toBe(name);
        for (const url of urls.slice(0, 3)) {
          expect(new URL(url).searchParams.get('z')).toBe('1');
          expect(new URL(url).searchParams.get('s')).toBe('Haat & Co');
        }
      }
    },
  );

  it('of templates do so too, but for an address that they begin with', () => {
    const source =
      '<a href="{{ order_url }}">o</a> <a href="{{ store_url }}/x?n={{ name }}&amp;z=1">x</a> {{ name }}';
    const html = filledBody(
      source,
      { order_url: 'https://a.example/o?x=1&y=2', store_url: 'https://a.example', name: 'Asha & Ravi' },
      brand,
    );
    expect(unescaped(html)).toContain('href="https://a.example/o?x=1&y=2"');
    expect(unescaped(html)).toContain('href="https://a.example/x?n=Asha%20%26%20Ravi&z=1"');
    expect(unescaped(html)).toContain(' Asha & Ravi');
  });

  it('a preview says which bold text is sent with its stars', () => {
    const { warnings } = compileCampaign(
      { ...content, blocks: [{ type: 'text', text: '**नमस्ते।**आप' }] },
      face,
    );
    expect(warnings).toEqual([expect.stringContaining('Block 1: "**नमस्ते।**" is sent with its marks')]);
  });
});
