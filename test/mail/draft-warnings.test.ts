import { describe, expect, it } from '@jest/globals';
import { NEUTRAL_COLORS } from '#domain/campaigns/campaign-colors.js';
import type { MailTemplate } from '#domain/mail/mail-template.js';
import { findMailTemplate } from '#domain/mail/template-registry.js';
import { compileCampaign } from '#integrations/mail/render-campaign.js';
import { renderTemplate } from '#integrations/mail/render-template.js';
import { draftWarnings } from '#operations/mail/draft-warnings.js';

const brand = {
  storeName: 'Haat',
  storeUrl: 'https://store.example.com',
  supportEmail: 'help@haat.example',
  accentColor: '#b00020',
  accentTextColor: '#ffffff',
  logoUrl: '',
  footerText: '',
  footerLinks: [],
  socialLinks: [],
};
const magicLink = findMailTemplate('auth.magic_link', 'customer') as MailTemplate;
const warningsOf = (body: string) => draftWarnings(magicLink, { ...magicLink, body });
const link = '<p><a class="button" href="{{url}}">Sign in</a></p>';

describe('warnings of a template', () => {
  it('are none for the default words', () => {
    expect(draftWarnings(magicLink, magicLink)).toEqual([]);
  });

  it('name a link that is missing', () => {
    expect(warningsOf('<p>Hello</p>')).toEqual(['`{{url}}` is missing: the mail has no link to follow']);
  });

  it('name faint text, with its background', () => {
    expect(warningsOf(`${link}<p style="color:#bbb">Faint</p>`)).toEqual([
      expect.stringContaining('Text of <p> is hard to read: #bbbbbb on #ffffff'),
    ]);
    const inner = '<td style="background-color:navy"><span style="color:black">x</span></td>';
    expect(warningsOf(`${link}<table><tr>${inner}</tr></table>`)).toContainEqual(
      expect.stringContaining('Text of <span> is hard to read: #000000 on #000080'),
    );
    expect(warningsOf(`${link}<p style="color:white;background-color:navy">Clear</p>`)).toEqual([]);
  });

  it('name pictures without alternative text', () => {
    expect(warningsOf(`${link}<p><img src="https://cdn.example.com/a.png"></p>`)).toEqual([
      'A picture has no alternative text: https://cdn.example.com/a.png',
    ]);
  });
});

describe('the language and the preheader of a mail', () => {
  const values = { customerName: 'Asha', brand, variables: { code: '1' } };

  it('stand in its head, the preheader filled in', () => {
    const words = { subject: 'S', heading: 'H', preheader: 'Code {{code}}\n<b>', body: '<p>First words</p>' };
    const { html } = renderTemplate(words, { ...values, language: 'hi-IN' });
    expect(html).toContain('<html dir="ltr" lang="hi-IN">');
    expect(html).toMatch(/opacity:0">Code 1 &#?\w+;b&#?\w+;/);
  });

  it('a blank preheader gives way to the first words of the body', () => {
    const words = { subject: 'S', heading: 'H', preheader: ' ', body: '<p>First words</p>' };
    expect(renderTemplate(words, values).html).toContain('opacity:0">First words');
  });
});

describe('a campaign', () => {
  const content = {
    subject: 'Lamps',
    previewText: 'Half price',
    blocks: [
      { type: 'text' as const, text: 'Look at [lamps](https://store.example.com/lamps).' },
      { type: 'button' as const, label: 'See them', url: 'https://store.example.com/lamps' },
    ],
  };
  const face = { brand, postalAddress: '12 Hill Road', colors: NEUTRAL_COLORS, language: 'en' };

  it('has the colours of campaigns and not those of the brand', () => {
    const { html, warnings } = compileCampaign(content, { ...face, language: 'ta' });
    expect(html).not.toContain('#b00020');
    expect(html).toContain('background-color:#1f2733;color:#ffffff');
    expect(html).toContain(
      '.ink a.mail-button { background-color: #eef1f5 !important; color: #12161c !important }',
    );
    expect(html).toContain('<html dir="ltr" lang="ta">');
    expect(warnings).toEqual([]);
  });

  it('warns of colours that are hard to read, light and dark', () => {
    const { light, dark } = NEUTRAL_COLORS;
    const colors = { light: { ...light, accentText: '#333333' }, dark: { ...dark, ink: '#333333' } };
    const { warnings } = compileCampaign(content, { ...face, colors });
    expect(warnings).toEqual([
      expect.stringContaining('store.campaign.accent_text_color and store.campaign.accent_color'),
      expect.stringContaining('store.campaign.dark_text_color and store.campaign.dark_card_color'),
    ]);
  });
});
