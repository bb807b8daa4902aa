import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mailTemplates } from '#domain/mail/template-registry.js';
import {
  instantFieldsOf,
  moneyFieldsOf,
  templateVariables,
  type TemplateVariables,
} from '#domain/mail/template-variables.js';
import { filledBody } from '#integrations/mail/filled-body.js';
import { styledBody } from '#integrations/mail/mail-body.js';
import type { MailBrand } from '#integrations/mail/mail-brand.js';
import { fillIn } from '#integrations/mail/template-language.js';

const brand: MailBrand = {
  storeName: 'Haat',
  storeUrl: 'https://store.example.com/',
  supportEmail: 'help@haat.example',
  accentColor: '#0f5c4d',
  accentTextColor: '#ffffff',
  logoUrl: '',
  footerText: '',
  footerLinks: [],
  socialLinks: [],
};

/** Filled in first and sanitised with the values, as a body is that cannot be sanitised once. */
const sanitisedWithValues = (source: string, variables: TemplateVariables) =>
  styledBody(fillIn('body', source, variables), brand);

const hostile = [
  '',
  ' ',
  'Asha',
  `O'Brien & "Sons" <b>`,
  '&lt;script&gt;',
  '<script>alert(1)</script>',
  '--> x',
  '{{ a }}',
  'https://shop.example/orders/1?a=1&b=2#top',
  'javascript:alert(1)',
  ' java\tscript:alert(1)',
  '//x.example',
  'https://x.example/" onclick="alert(1)',
  `https://x.example/'><img src=x>`,
  'mailto:a@example.com',
  '€ 5 नमस्ते',
];
const value = fc.oneof(fc.constantFrom(...hostile), fc.string());
const fragment = fc.constantFrom(
  '<p>Hello {{ a }}, </p>',
  '<p>{{a}}</p>',
  '<p class="quiet">{{ b | upcase }} {{ a | default: "x" }}</p>',
  '<a class="button" href="{{ b }}">Look</a>',
  `<a href='{{b}}'>{{ a }}</a>`,
  '<a href="{{ b }}/items">x</a>',
  '<a href={{ b }}>x</a>',
  '<img src="{{ b }}" alt="{{ a }}">',
  '<p title="a > {{ b }}">x</p>',
  '<!-- {{ a }} -->',
  '<table class="facts"><tr><th>To</th><td>{{ a }}</td></tr></table>',
  '<p style="color:{{ b }}">x</p>',
  '{{- a -}}',
  '<script>{{ a }}</script>',
  '<{{ a }}>',
  '<p {{ b }}>',
  '&{{ a }};',
  '&#{{ b }}{{ a }}lt;',
  'text {{ missing }} < {{ a }} >',
  '<ul><li>{{ a }}<li>{{ b }}',
);

it('a body sanitised once is, filled in, the body that is sanitised with its values', () => {
  fc.assert(
    fc.property(fc.array(fragment, { maxLength: 5 }), value, value, (fragments, a, b) => {
      const source = fragments.join('\n');
      expect(filledBody(source, { a, b }, brand)).toBe(sanitisedWithValues(source, { a, b }));
    }),
    { numRuns: 1_000 },
  );
});

it.each(mailTemplates.map((template) => [`${template.eventType} ${template.role}`, template] as const))(
  'the words of %s come out the same, with its sample and with values that are HTML',
  (_name, template) => {
    const variables = templateVariables({
      payload: template.sample,
      moneyFields: moneyFieldsOf(template),
      instantFields: instantFieldsOf(template),
      names: template.variables.map(({ name }) => name),
      currency: 'INR',
      timeZone: 'Asia/Kolkata',
    });
    for (const given of [
      variables,
      {},
      Object.fromEntries(Object.keys(variables).map((name) => [name, `<b title="x">'&</b>`])),
    ])
      expect(filledBody(template.body, given, brand)).toBe(sanitisedWithValues(template.body, given));
  },
);
