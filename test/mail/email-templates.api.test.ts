import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mailTemplates } from '#domain/mail/template-registry.js';
import { createSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

interface Template {
  key: string;
  enabled: boolean;
  hasOverride: boolean;
  alwaysSends: boolean;
  subject: string;
  heading: string;
  body: string;
  variables: { name: string; kind: string; description: string; sample: string }[];
  default: { subject: string };
  override: { subject: string | null; heading: string | null } | null;
  unknownVariables: string[];
  removed: string[];
}
interface LocalTemplate extends Template {
  locale?: string;
  missing?: boolean;
}
interface Preview {
  subject: string;
  html: string;
  text: string;
  unknownVariables: string[];
  removed: string[];
  warnings: string[];
}

const path = '/admin/email/templates/order.placed/customer';
const authPath = '/admin/email/templates/auth.magic_link/customer';
let platform: TestPlatform;
let admin: HttpClient;
let superAdmin: HttpClient;

beforeAll(async () => {
  platform = await startPlatform();
  const session = async (role: string) =>
    platform.http.as((await createSession(platform.container, { roles: [role] })).token);
  [admin, superAdmin] = [await session('admin'), await session('superAdmin')];
});
afterAll(() => platform.stop());
beforeEach(async () => {
  await platform.container.knex('mail_template_overrides').delete();
  await platform.container.knex('outbox_events').where({ type: 'mail.template_reset' }).delete();
});

async function put(body: object, client = admin, at = path): Promise<Template> {
  const response = await client.put<Template>(at, body);
  expect([response.status, response.body.errors]).toEqual([200, undefined]);
  return response.body.data;
}
const rows = () => platform.container.knex('mail_template_overrides');

describe('the list', () => {
  it('has every template with its words in effect and every variable with a sample', async () => {
    await put({ subject: 'Mine {{order_number}}' });
    const { body } = await admin.get<Template[]>('/admin/email/templates');
    expect(body.data.map(({ key }) => key)).toEqual(
      mailTemplates.map(({ eventType, role }) => `${eventType}/${role}`),
    );
    const row = body.data.find(({ key }) => key === 'order.placed/customer');
    expect(row).toMatchObject({ subject: 'Mine {{order_number}}', hasOverride: true, enabled: true });
    expect(row?.heading).toBe('Thank you for your order');
    const variable = (name: string) => row?.variables.find((item) => item.name === name);
    expect(variable('grand_total')).toMatchObject({ kind: 'money', sample: '₹2,849.00' });
    expect(variable('grand_total_raw')).toMatchObject({ kind: 'number', sample: '284900' });
    expect(variable('customer_name')?.sample).toBe('Asha Rao');
  });

  it('shows the words of a language, and which languages lack which mails', async () => {
    await put({ subject: 'Mine {{order_number}}' });
    await put({ body: '<p>Tamil {{order_number}}</p>' }, admin, `${path}?locale=ta`);
    const row = async (query: string) => {
      const { body } = await admin.get<LocalTemplate[]>(`/admin/email/templates${query}`);
      return body.data.find(({ key }) => key === 'order.placed/customer');
    };
    expect(await row('')).toMatchObject({ subject: 'Mine {{order_number}}' });
    expect(Object.keys((await row('')) ?? {})).not.toContain('missing');
    const hindi = await row('?locale=hi');
    expect(hindi).toMatchObject({ locale: 'hi', missing: false, hasOverride: false });
    expect(hindi?.subject).toBe('आपका ऑर्डर {{order_number}} हमें मिल गया है');
    expect(hindi?.variables.find(({ name }) => name === 'placed_at')?.sample).toBe('21 नव॰ 2026, दोपहर 3:00');
    expect(await row('?locale=ta')).toMatchObject({
      missing: false,
      hasOverride: true,
      subject: 'Mine {{order_number}}',
    });

    const languages = await admin.get<{ locale: string; missing: string[] }[]>('/admin/email/languages');
    expect(languages.body.data.map(({ locale, missing }) => [locale, missing.length])).toEqual([
      ['en', 0],
      ['hi', 0],
      ['ta', mailTemplates.length - 1],
    ]);
    const preview = (query: string) => admin.post<Preview>(`${path}/preview${query}`, {});
    const tamil = (await preview('?locale=ta')).body.data;
    expect([tamil.subject, tamil.warnings]).toEqual(['Mine H7K2-9QXM', []]);
    expect((await preview('?locale=hi')).body.data.text).toContain('नमस्ते आशा राव');
    const malayalam = (await preview('?locale=ml')).body.data;
    expect(malayalam.warnings).toEqual(['There is no body in മലയാളം: the mail is in English']);
    expect((await preview('?locale=x')).status).toBe(400);
    await admin.delete(`${path}?locale=ta`);
  });

  it('has no unknown template', async () => {
    for (const unknown of ['order.plased/customer', 'order.placed/admin', 'email.test/admin']) {
      const at = `/admin/email/templates/${unknown}`;
      expect((await admin.get(at)).status).toBe(404);
      expect((await admin.put(at, { subject: 'x' })).status).toBe(404);
      expect((await admin.post(`${at}/preview`, {})).status).toBe(404);
      expect((await admin.post(`${at}/test`, { to: 'a@example.com' })).status).toBe(404);
    }
  });
});

describe('template-override', () => {
  it('falls back field by field; a second PUT keeps what it leaves out, null and blank text reset', async () => {
    await put({ subject: 'One', heading: 'Two' });
    expect(await put({ heading: 'Three' })).toMatchObject({ subject: 'One', heading: 'Three' });
    const reset = await put({ subject: null });
    expect(reset).toMatchObject({ subject: reset.default.subject, heading: 'Three', hasOverride: true });
    expect(await put({ heading: '' })).toMatchObject({ hasOverride: false, override: null });
    expect(await rows()).toEqual([]);
  });

  it('is one row with audit and event, and DELETE drops it, again and again', async () => {
    const { knex } = platform.container;
    await put({ body: '<p>Hello {{customer_name}}</p>' });
    const audited = await knex('audit_entries')
      .where({ entity: 'mailTemplate' })
      .orderBy('id', 'desc')
      .first();
    expect(audited).toMatchObject({
      action: 'update',
      entityId: 'order.placed/customer',
      before: null,
      after: { subject: null, body: '<p>Hello {{customer_name}}</p>', enabled: true },
    });
    for (let n = 0; n < 2; n += 1) {
      const response = await admin.delete<Template>(path);
      expect([response.status, response.body.data.hasOverride]).toEqual([200, false]);
    }
    const resets = await knex('outbox_events').where({ type: 'mail.template_reset' });
    expect(resets).toHaveLength(1);
    const last = await knex('audit_entries').where({ entity: 'mailTemplate' }).orderBy('id', 'desc').first();
    expect(last).toMatchObject({ action: 'reset', before: { body: '<p>Hello {{customer_name}}</p>' } });
  });

  it('two writers at once leave one whole row', async () => {
    const words = (n: number) => ({
      subject: `Subject ${n}`,
      heading: `Heading ${n}`,
      body: `<p>Body ${n}</p>`,
    });
    await Promise.all(Array.from({ length: 12 }, (_, n) => put(words(n))));
    const found = (await rows()) as { subject: string; heading: string; body: string }[];
    expect(found).toHaveLength(1);
    const n = Number(found[0]?.subject.split(' ')[1]);
    expect(found[0]).toMatchObject(words(n));
  });

  it('switches a mail off, except mails of accounts', async () => {
    expect(await put({ enabled: false })).toMatchObject({ enabled: false, hasOverride: true });
    const auth = await put({ enabled: false }, superAdmin, authPath);
    expect(auth).toMatchObject({ enabled: true, alwaysSends: true, hasOverride: false });
  });
});

describe('template-syntax-refused', () => {
  it.each([
    ['subject', { subject: 'Order {{ order_number' }, 'body.subject'],
    ['heading', { heading: '{{ order_number | shout }}' }, 'body.heading'],
    ['body', { body: '<p>{% for x in y %}</p>' }, 'body.body'],
    ['a subject that is too long', { subject: 'x'.repeat(251) }, 'body.subject'],
    ['a body that is too long', { body: 'x'.repeat(100_001) }, 'body.body'],
    ['a body of which nothing is left', { body: '<script>alert(1)</script>' }, 'body.body'],
  ])('%s', async (_what, body, errorPath) => {
    for (const [method, at] of [
      ['put', path],
      ['post', `${path}/preview`],
    ] as const) {
      const response = await admin[method](at, body);
      expect([response.status, response.body.errors?.[0]?.path]).toEqual([400, errorPath]);
    }
    expect(await rows()).toEqual([]);
  });

  it('names what is unknown, and what is taken away', async () => {
    const response = await put({
      subject: 'Hi {{first_name}}',
      body: '<p onclick="x()">Hi {{nick}}</p><script>alert(1)</script><a href="javascript:alert(1)">x</a><a class="button" href="{{order_url}}" style="color:#fff">Order</a>',
    });
    expect(response.unknownVariables).toEqual(['first_name', 'nick']);
    expect(response.removed).toEqual(['<script>', 'href "javascript:alert(1)" on <a>', 'onclick on <p>']);
  });

  it('default words of every template lose nothing to the cleaning', async () => {
    for (const { eventType, role } of mailTemplates) {
      const at = `/admin/email/templates/${eventType}/${role}/preview`;
      const { body } = await admin.post<Preview>(at, {});
      expect([at, body.data.removed, body.data.unknownVariables]).toEqual([at, [], []]);
    }
  });
});

describe('mails of accounts', () => {
  it('need adminSetting:secure and a fresh session', async () => {
    const refused = await admin.put(authPath, { subject: 'Mine' });
    expect([refused.status, refused.body.reason]).toEqual([403, 'settings.permission_needed']);
    expect((await admin.delete(authPath)).status).toBe(403);
    expect(await put({ subject: 'Mine' }, superAdmin, authPath)).toMatchObject({ subject: 'Mine' });
    const old = await createSession(platform.container, { roles: ['superAdmin'] });
    await platform.container
      .knex('accounts_sessions')
      .where({ id: old.sessionId })
      .update({ createdAt: new Date(Date.now() - 11 * 60_000) });
    const late = await platform.http.as(old.token).put(authPath, { subject: 'Other' });
    expect([late.status, late.body.reason]).toEqual([403, 'access.fresh_session_needed']);
  });

  it.each([
    ['<p>{{url}}</p>', true],
    ['<p><a href="{{url}}">Sign in</a></p>', true],
    ['<p><a href="{{ url }}">{{url}}</a></p>', true],
    ['<p><a href="https://evil.example/?t={{url}}">Sign in</a></p>', false],
    ['<p>Hi</p><img src="https://evil.example/{{url}}.png">', false],
    ['<p>Hi</p><img src="{{url}}" alt="">', false],
    ['<p><a href="{{url | append: ".evil.example"}}">Sign in</a></p>', false],
    ['<p>{{"https://evil.example/?t=" | append: url}}</p>', false],
    ['<p><a href="https://a.example" title="{{url}}">Sign in</a></p>', false],
  ])('keep their link where it leaks nowhere: %s', async (body, accepted) => {
    const response = await superAdmin.put(authPath, { body });
    expect([response.status, response.body.errors?.[0]?.path]).toEqual(
      accepted ? [200, undefined] : [400, 'body.body'],
    );
  });
});

describe('preview-saves-nothing', () => {
  it('fills a draft in with the sample; what is left out is what is in effect', async () => {
    await put({ heading: 'Mine' });
    const { body } = await admin.post<Preview>(`${path}/preview`, {
      subject: 'Order {{order_number}} {{nothing}}',
    });
    expect(body.data.subject).toBe('Order H7K2-9QXM');
    expect(body.data.unknownVariables).toEqual(['nothing']);
    expect(body.data.html).toContain('Mine');
    expect(body.data.html).toContain('Block-printed cotton kurta');
    expect(body.data.text).toContain('https://store.example.com/orders/H7K2-9QXM');
    expect((await rows()).map(({ subject }: { subject: string | null }) => subject)).toEqual([null]);
    expect(await platform.container.knex('mail_messages')).toEqual([]);
    const reset = await admin.post<Preview>(`${path}/preview`, { heading: '' });
    expect(reset.body.data.html).toContain('Thank you for your order');
  });

  it('runs nothing in a frame, and warns of buttons that are hard to read', async () => {
    const body =
      '<p>Hi</p><script>alert(1)</script><img src=x onerror="alert(1)"><iframe src="https://evil.example"></iframe>';
    const first = (await admin.post<Preview>(`${path}/preview`, { body })).body.data;
    expect(first.html).not.toMatch(/<script|onerror|<iframe|javascript:/i);
    const picture = 'A picture has no alternative text: x';
    expect(first.warnings).toEqual([picture]);
    const patched = await admin.patch('/admin/settings/store', {
      'branding.accent_color': '#ffee00',
      'branding.accent_text_color': '#ffffff',
    });
    expect(patched.status).toBe(200);
    const second = (await admin.post<Preview>(`${path}/preview`, { body })).body.data;
    expect(second.warnings).toEqual([expect.stringContaining('#ffffff on #ffee00'), picture]);
  });
});

describe('words that cannot be rendered', () => {
  it.each([
    ['elements in elements', '<div>'.repeat(5_000) + 'x' + '</div>'.repeat(5_000)],
    ['lists in lists', '<ul><li>'.repeat(3_000)],
    ['quotes that are never ended', '<blockquote>'.repeat(20_000)],
  ])('%s are refused before they are saved', async (_name, body) => {
    const { container, http } = platform;
    const admin = await createSession(container, { roles: ['superAdmin'] });
    const path = '/admin/email/templates/order.placed/customer';
    for (const [method, at] of [
      ['put', path],
      ['post', `${path}/preview`],
    ] as const) {
      const response = await http.as(admin.token)[method](at, { body });
      expect([method, response.status]).toEqual([method, 400]);
      expect(response.body.errors?.[0]).toMatchObject({ path: 'body.body' });
    }
    expect(await container.knex('mail_template_overrides').where({ eventType: 'order.placed' })).toEqual([]);
  });
});
