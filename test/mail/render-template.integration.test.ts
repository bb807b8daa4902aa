import { describe, expect, it } from '@jest/globals';
import { commonVariables, drawnVariables, type LineSummary } from '#domain/mail/mail-template.js';
import { sampleSummaries } from '#domain/mail/template-sample.js';
import { availableVariables, findMailTemplate, mailTemplates } from '#domain/mail/template-registry.js';
import {
  dayFieldsOf,
  formatMoney,
  instantFieldsOf,
  moneyFieldsOf,
  templateVariables,
} from '#domain/mail/template-variables.js';
import type { MailBrand } from '#integrations/mail/mail-brand.js';
import { renderTemplate, templateProblems } from '#integrations/mail/render-template.js';

const brand: MailBrand = {
  storeName: 'Haat',
  storeUrl: 'https://store.example.com/',
  supportEmail: 'help@haat.example',
  accentColor: '#0f5c4d',
  accentTextColor: '#ffffff',
  logoUrl: '',
  footerText: 'Haat Pvt Ltd\nBengaluru',
  footerLinks: [{ label: 'Help', url: 'https://store.example.com/help' }],
  socialLinks: [{ platform: 'Instagram', url: 'https://social.example.com/haat', icon: '' }],
};
const summary: LineSummary = {
  currency: 'INR',
  lines: [{ title: 'Kurta <XL>', detail: 'Indigo', quantity: 2, amount: 184_900 }],
  totals: [{ label: 'Total', amount: 184_900, strong: true }],
};

function render(content: { subject?: string; heading?: string; body?: string }, variables = {}) {
  return renderTemplate(
    { subject: '', heading: '', preheader: '', body: '', ...content },
    { customerName: 'Asha', brand, variables },
  );
}

/** To an address that an endpoint names, of which no name is known. */
const TO_A_CONTACT = 'webhook.endpoint_disabled';

describe('every template', () => {
  const cases = mailTemplates.map(
    (template) => [`${template.eventType} ${template.role}`, template] as const,
  );

  it.each(cases)(
    '%s renders with its sample data, knows its variables and leaves no gap',
    (_key, template) => {
      const variables = templateVariables({
        payload: template.sample,
        moneyFields: moneyFieldsOf(template),
        instantFields: instantFieldsOf(template),
        dayFields: dayFieldsOf(template),
        currency: 'INR',
        timeZone: 'Asia/Kolkata',
      });
      const mail = renderTemplate(template, {
        customerName: 'Asha',
        brand,
        variables,
        summaries: sampleSummaries(template),
      });
      expect(mail.unknownVariables).toEqual([]);
      for (const text of [mail.subject, mail.html, mail.text]) {
        expect(text).not.toMatch(/\{\{|\}\}|undefined|NaN|summary-/);
      }
      expect(mail.subject).not.toBe('');
      if (template.eventType !== TO_A_CONTACT) expect(mail.text).toContain('Asha');
      // A declared variable without a sample would be empty in every preview.
      const known = new Set([
        ...Object.keys(variables),
        ...Object.values(drawnVariables),
        ...commonVariables.map((v) => v.name),
      ]);
      for (const { name } of availableVariables(template)) expect(known).toContain(name);
    },
  );

  it('has its own key; auth mails always send', () => {
    const keys = mailTemplates.map(({ eventType, role }) => `${eventType} ${role}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(mailTemplates.filter(({ alwaysSends }) => alwaysSends).map(({ eventType }) => eventType)).toEqual([
      'auth.reset_password',
      'auth.magic_link',
      'auth.verification',
      'auth.email_code',
      'auth.change_email',
      'auth.delete_account',
      'auth.password_changed',
      'auth.secure_settings_changed',
      'auth.welcome',
      'auth.rights_changed',
      'auth.money_acts',
      'auth.money_approval',
      'auth.money_confirmed_alone',
      'auth.account_security',
    ]);
    expect(findMailTemplate('order.placed', 'vendor_member')?.heading).toBe('You have a new order');
    expect(findMailTemplate('order.placed', 'admin')).toBeUndefined();
  });
});

describe('variables', () => {
  it('are the scalars of the payload in snake_case, money and instants formatted beside their raw value', () => {
    const variables = templateVariables({
      payload: {
        orderNumber: 'A1',
        grandTotal: 12_345_678,
        paid: true,
        itemCount: 2,
        placedAt: '2026-11-21T20:00:00Z',
        lines: [{ title: 'x' }],
        address: { city: 'x' },
        note: null,
      },
      moneyFields: ['grandTotal'],
      instantFields: ['placedAt'],
      currency: 'INR',
      timeZone: 'Asia/Kolkata',
    });
    expect(variables).toEqual({
      order_number: 'A1',
      grand_total: '₹1,23,456.78',
      grand_total_raw: 12_345_678,
      paid: true,
      item_count: 2,
      placed_at: '22 Nov 2026, 1:30 am',
      placed_at_raw: '2026-11-21T20:00:00.000Z',
    });
  });

  it('take the currency of the payload before that of the store', () => {
    const input = { moneyFields: ['total'], currency: 'INR', timeZone: 'UTC' };
    const { total } = templateVariables({ ...input, payload: { total: 500, currency: 'EUR' } });
    expect(total).toBe('€5.00');
  });

  it('show money exactly, whatever its size', () => {
    expect(formatMoney(5, 'INR')).toBe('₹0.05');
    expect(formatMoney(-10_000, 'INR')).toBe('-₹100.00');
    expect(formatMoney(Number.MAX_SAFE_INTEGER, 'INR')).toBe('₹9,00,71,99,25,47,409.91');
    expect(() => formatMoney(0.5, 'INR')).toThrow(RangeError);
  });
});

describe('the language', () => {
  it('fills in what it knows, leaves the rest empty and names it', () => {
    const mail = render(
      { subject: 'Hi {{customer_name}} {{a}}', heading: '{{b.c}}', body: '<p>{{a}}{{known}}</p>' },
      { known: 1 },
    );
    expect(mail.subject).toBe('Hi Asha');
    expect(mail.unknownVariables).toEqual(['a', 'b']);
    expect(mail.html).toContain('>1</p>');
  });

  it('escapes values where they meet HTML, and nowhere else', () => {
    const mail = render(
      { subject: '{{name}}', heading: '{{name}}', body: '<p>{{name}}</p><p>{{name | escape}}</p>' },
      { name: '<b>"Tom" & Co</b>' },
    );
    expect(mail.subject).toBe('<b>"Tom" & Co</b>');
    expect(mail.html).toContain('&#60;b&#62;&#34;Tom&#34; &#38; Co&#60;/b&#62;</h1>');
    expect(mail.html).not.toContain('<b>');
    expect(mail.text).toContain('<b>"Tom" & Co</b>');
  });

  it('lets no line break into a subject', () => {
    const { subject } = render({ subject: 'A {{x}}' }, { x: 'b\r\nBcc: thief@example.com' });
    expect(subject).toBe('A b Bcc: thief@example.com');
  });

  it.each([
    ['a tag', '{% assign x = 1 %}'],
    ['a loop', '{% for i in (1..1000000) %}x{% endfor %}'],
    ['a file', "{% include 'x' %}"],
    ['a filter that would switch escaping off', '{{ x | raw }}'],
    ['an unknown filter', '{{ x | where: "a" }}'],
    ['an open brace', '{{ x '],
  ])('refuses %s', (_case, body) => {
    expect(() => render({ body })).toThrow(
      expect.objectContaining({ name: 'TemplateSyntaxError', part: 'body' }),
    );
    expect(templateProblems({ body })).toHaveLength(1);
  });

  it('finds nothing wrong with what it can render', () => {
    expect(templateProblems({ subject: '{{x | upcase}}', body: '<p>{{ y | default: "z" }}</p>' })).toEqual(
      [],
    );
  });

  it('sees only own properties', () => {
    const mail = render({ body: '<p>[{{x.constructor.name}}{{x.length}}{{__proto__}}]</p>' }, { x: 'text' });
    expect(mail.html).not.toContain('String');
    expect(mail.html).not.toContain('[object');
  });
});

describe('the body', () => {
  it('keeps what is harmless and drops the rest', () => {
    const { html } = render({
      body: `<p onclick="x()">Hi<script>alert(1)</script></p><iframe src="https://x.example"></iframe>
<a href="javascript:alert(1)">a</a><img src="data:image/png;base64,AA"><img src="https://x.example/a.png" onerror="x()">
<p style="position:fixed;color:red;background:url(https://x.example)">styled</p><form action="/"><input></form>`,
    });
    expect(html).not.toMatch(
      /script>|onclick|onerror|iframe|javascript:|data:image|position|url\(|<form|<input/,
    );
    expect(html).toContain('src="https://x.example/a.png"');
    expect(html).toMatch(/color:red">styled/);
  });

  it('makes no link of a value with a foreign scheme', () => {
    const { html } = render(
      { body: '<p><a class="button" href="{{url}}">Go</a></p>' },
      { url: 'javascript:x' },
    );
    expect(html).not.toContain('javascript');
  });

  it('leaves out buttons without an address and facts without a value', () => {
    const details =
      '<table class="facts"><tr><th>A</th><td>{{a}}</td></tr><tr><th>B</th><td>{{b}}</td></tr></table>';
    const body = `${details}<p><a class="button" href="{{url}}">Go</a></p>`;
    const filled = render({ body }, { b: 'x', url: 'https://x.example' });
    expect(filled.html).not.toContain('>A</th>');
    expect(filled.html).toContain('>B</th>');
    expect(filled.html).toMatch(/>Go<\/span>.*<\/a>/);
    const empty = render({ body });
    expect(empty.html).not.toMatch(/<th|>Go</);
    expect(empty.text).not.toContain('Go');
  });

  it('writes its styles onto the elements, in the brand’s colours', () => {
    const { html } = render({ body: '<p>x</p><p><a class="button" href="https://x.example">Go</a></p>' });
    expect(html).toMatch(/<p dir="auto" style="[^"]*line-height:25px[^"]*">x<\/p>/);
    expect(html).toMatch(
      /<a href="https:\/\/x.example" class="mail-button" style="[^"]*background-color:#0f5c4d;color:#ffffff[^"]*">.*>Go</,
    );
    expect(html).not.toContain('class="button"');
  });

  it('draws the lines of an order, in HTML and in text', () => {
    const mail = renderTemplate(
      { subject: 's', heading: 'h', preheader: '', body: '<p>Before</p>{{order_summary}}<p>After</p>' },
      { customerName: '', brand, variables: {}, summaries: { order_summary: summary } },
    );
    expect(mail.html).toMatch(/Kurta &#60;XL&#62;<\/strong>[\s\S]*Quantity 2[\s\S]*₹1,849\.00/);
    expect(mail.text).toMatch(/Before\s+2 × Kurta <XL>, Indigo: ₹1,849\.00\s+Total: ₹1,849\.00\s+After/);
  });

  it('treats a declared variable without a value as empty, not as unknown', () => {
    const content = { subject: '{{later}}', heading: '', preheader: '', body: '{{order_summary}}' };
    const declared = ['later', 'order_summary'];
    const mail = renderTemplate(content, { customerName: '', brand, variables: {}, declared });
    expect(mail.unknownVariables).toEqual([]);
  });
});

describe('the shell', () => {
  it('has the store’s head and foot', () => {
    const { html, text } = render({ subject: 'S', heading: 'H', body: '<p>B</p>' });
    expect(html).toContain('href="https://store.example.com"');
    expect(html).toContain('>Help</a>');
    expect(html).toContain('>Instagram</a>');
    expect(html).toContain('mailto:help@haat.example');
    expect(html).toContain('Haat Pvt Ltd<br>Bengaluru');
    expect(text).toBe(
      'H\n\nB\n\n--\nHaat - https://store.example.com\nHelp: https://store.example.com/help\n' +
        'Questions? help@haat.example\nHaat Pvt Ltd\nBengaluru\n',
    );
  });

  it('shows the logo when there is one, and nothing unsafe of a brand', () => {
    const unsafe: MailBrand = {
      ...brand,
      storeName: '<i>Haat</i>',
      accentColor: 'red;}</style><script>',
      logoUrl: 'https://cdn.example.com/logo.png',
      footerLinks: [{ label: 'x', url: 'javascript:alert(1)' }],
      socialLinks: [{ platform: 'X', url: 'https://x.example', icon: 'javascript:alert(1)' }],
    };
    const { html } = renderTemplate(
      { subject: '', heading: '', preheader: '', body: '<p>{{accent_color}}</p>' },
      { customerName: '', brand: unsafe, variables: {} },
    );
    expect(html).toContain('src="https://cdn.example.com/logo.png"');
    expect(html).not.toMatch(/<script|javascript:|<i>/);
    expect(html).toContain('#0f5c4d');
  });
});
