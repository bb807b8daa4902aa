import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { createSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

interface Template {
  id: string;
  name: string;
  subject: string;
  blocks: { type: string }[];
}
interface Preview {
  subject: string;
  html: string;
  text: string;
  unknownVariables: string[];
  warnings: string[];
}

let platform: TestPlatform;
let admin: HttpClient;
const blocks = [{ type: 'text', text: 'Hello' }];
const path = '/admin/campaigns/templates';

beforeAll(async () => {
  platform = await startPlatform();
  admin = platform.http.as((await createSession(platform.container, { roles: ['admin'] })).token);
});
afterAll(() => platform.stop());

async function create(fields: object = {}): Promise<Template> {
  const response = await admin.post<Template>(path, {
    name: `Sale ${newId()}`,
    subject: 'The sale',
    blocks,
    ...fields,
  });
  expect([response.status, response.body.errors]).toEqual([201, undefined]);
  return response.body.data;
}
async function preview(fields: object): Promise<Preview> {
  const response = await admin.post<Preview>('/admin/campaigns/preview', {
    subject: 'The sale',
    blocks,
    ...fields,
  });
  expect([response.status, response.body.errors]).toEqual([200, undefined]);
  return response.body.data;
}
const issueOf = async (fields: object) => {
  const { status, body } = await admin.post('/admin/campaigns/preview', {
    subject: 'The sale',
    blocks,
    ...fields,
  });
  return [status, body.errors?.[0]?.path];
};

describe('campaign-blocks', () => {
  it('of each kind are rendered, in HTML and in text', async () => {
    const root = platform.http.as((await createSession(platform.container, { roles: ['superAdmin'] })).token);
    await root.patch('/admin/settings/store', {
      'storefront_urls.store_url': 'https://store.example',
      'email.social_links': [{ platform: 'Instagram', url: 'https://social.example/haat', icon: '' }],
    });
    const { html, text } = await preview({
      blocks: [
        { type: 'logo' },
        { type: 'heading', text: 'A heading', level: 1 },
        {
          type: 'text',
          text: 'Some **bold** and *slanted* words\n\n- one\n- two\n\n1. first\n2. [second](https://a.example/x?a=1&b=2)',
        },
        { type: 'image', url: 'https://a.example/lamp.jpg', alt: 'A lamp', href: 'https://a.example/lamp' },
        { type: 'button', label: 'See it', url: '{{store_url}}/lamps' },
        { type: 'social' },
        { type: 'divider' },
        { type: 'spacer', height: 40 },
      ],
    });
    for (const part of [
      '<h1 ',
      'A heading',
      '<strong>bold</strong>',
      '<em>slanted</em>',
      '<ul ',
      '<ol ',
      'alt="A lamp"',
      'Instagram',
      'class="rule"',
      'height:40px',
      'href="https://a.example/x?a=1&#38;b=2"',
    ])
      expect(html).toContain(part);
    for (const part of [
      'A heading',
      'Some bold and slanted words',
      '- one\n- two',
      'second: https://a.example/x?a=1&b=2',
      'A lamp: https://a.example/lamp',
      'Instagram: https://social.example/haat',
      'See it: https://store.example/lamps',
    ])
      expect(text).toContain(part);
  });

  it.each([
    ['an unknown kind', [{ type: 'html', html: '<p>x</p>' }], 'body.blocks.0.type'],
    ['an unknown field', [{ type: 'text', text: 'x', html: 'y' }], 'body.blocks.0'],
    ['no block', [], 'body.blocks'],
    ['a 101st block', Array.from({ length: 101 }, () => ({ type: 'divider' })), 'body.blocks'],
    [
      'a script as address',
      [...blocks, { type: 'button', label: 'x', url: 'javascript:alert(1)' }],
      'body.blocks.1.url',
    ],
    ['a data address', [{ type: 'image', url: 'data:image/png;base64,aa' }], 'body.blocks.0.url'],
    [
      'another variable as address',
      [{ type: 'button', label: 'x', url: '{{customer_name}}' }],
      'body.blocks.0.url',
    ],
    ['braces that do not close', [{ type: 'text', text: 'Hi {{ customer_name' }], 'body.blocks.0.text'],
    ['a tag', [{ type: 'heading', text: '{% raw %}' }], 'body.blocks.0.text'],
  ])('%s is 400 with the path', async (_what, refused, at) => {
    expect(await issueOf({ blocks: refused })).toEqual([400, at]);
    expect((await admin.post(path, { name: newId(), subject: 'x', blocks: refused })).status).toBe(400);
  });
});

describe('campaign-variables', () => {
  it('are filled in everywhere, with their fallbacks; unknown ones are empty and named', async () => {
    const { subject, html, unknownVariables } = await preview({
      subject: 'For {{customer_name}} {{nick}}',
      blocks: [
        { type: 'heading', text: '{{customer_name | upcase}}' },
        {
          type: 'text',
          text: 'Hi {{nick | default: "friend"}} from {{store_name}}. [Leave]({{unsubscribe_url}})',
        },
        { type: 'button', label: 'For {{customer_name}}', url: 'https://a.example/?n={{customer_name}}' },
      ],
    });
    expect(subject).toBe('For Asha Rao');
    expect(unknownVariables).toEqual(['nick']);
    for (const part of [
      'ASHA RAO',
      'Hi friend from Haat',
      '>For Asha Rao</span>',
      '/store/unsubscribe/preview',
    ])
      expect(html).toContain(part);
    expect(html).not.toMatch(/\{\{|\ue000|undefined/);
  });

  it('have the unsubscribe link in the foot, whatever the blocks are', async () => {
    const { html, text } = await preview({});
    expect(html).toContain('/store/unsubscribe/preview');
    expect(text).toContain('Unsubscribe: ');
  });
});

it('campaign-no-html: HTML in a text is shown as letters, and no link leads out of http, https and mailto', async () => {
  const { html } = await preview({
    subject: '<b>Sale</b>',
    blocks: [
      {
        type: 'text',
        text: '<script>alert(1)</script> <img src=x onerror=alert(1)> [x](javascript:alert(1)) [y]({{customer_name}})',
      },
      { type: 'heading', text: '<i>x</i>' },
      { type: 'image', url: 'https://a.example/x.png', alt: '"><script>alert(1)</script>' },
    ],
  });
  expect(html).not.toMatch(/<script|<img src=x|<i>x|<b>Sale|href="javascript|href="Asha/);
  expect(html).toContain('&#60;script&#62;alert(1)&#60;/script&#62;');
});

it('preview-warns of what readers and laws would miss, and saves nothing', async () => {
  const bare = await preview({
    blocks: [
      { type: 'image', url: 'https://a.example/x.png' },
      { type: 'text', text: '[x](nowhere)' },
    ],
  });
  expect(bare.warnings.join('\n')).toMatch(
    /postal address[^]*preview text[^]*alternative text[^]*"nowhere" leads nowhere/,
  );
  const large = await preview({
    blocks: Array.from({ length: 12 }, () => ({ type: 'text', text: 'x'.repeat(10_000) })),
  });
  expect(large.warnings.join('\n')).toContain('102 kB');
  await admin.patch('/admin/settings/store', { 'email.postal_address': '12 MG Road\nBengaluru' });
  const whole = await preview({ previewText: 'Half price', blocks });
  expect(whole.warnings).toEqual([]);
  expect(whole.html).toContain('12 MG Road<br>Bengaluru');
  expect(await platform.container.knex('campaigns_broadcasts')).toEqual([]);
});

describe('template-crud', () => {
  it('creates, lists, changes and deletes, with audit and event', async () => {
    const template = await create({ name: `Diwali ${newId()}` });
    const { body } = await admin.get<Template[]>(`${path}?search=${encodeURIComponent(template.name)}`);
    const { blocks: _blocks, ...summary } = template as Template & { blocks: unknown };
    expect(body.data).toEqual([summary]);
    const changed = await admin.put<Template>(`${path}/${template.id}`, { subject: 'Other' });
    expect(changed.body.data).toMatchObject({ subject: 'Other', name: template.name, blocks });
    expect((await admin.delete(`${path}/${template.id}`)).status).toBe(200);
    expect((await admin.get(`${path}/${template.id}`)).status).toBe(404);
    const { knex } = platform.container;
    const audited = (await knex('audit_entries')
      .where({ entityId: template.id })
      .orderBy('id')
      .select('action')) as { action: string }[];
    expect(audited.map(({ action }) => action)).toEqual(['create', 'update', 'delete']);
    expect(await knex('outbox_events').where({ entityId: template.id })).toHaveLength(3);
  });

  it('a name is taken once', async () => {
    const { name } = await create();
    const again = await admin.post(path, { name, subject: 'x', blocks });
    expect([again.status, again.body.errorCode]).toEqual([409, 'UNIQUE_VIOLATION']);
  });

  it('duplicates count on', async () => {
    const { id, name } = await create();
    const copy = async () => (await admin.post<Template>(`${path}/${id}/duplicate`)).body.data.name;
    expect([await copy(), await copy()]).toEqual([`${name} (copy)`, `${name} (copy 2)`]);
    const many = await Promise.all(Array.from({ length: 5 }, copy));
    expect(new Set(many).size).toBe(5);
  });

  it('If-Match keeps two editors from overwriting each other', async () => {
    const { id } = await create();
    const read = await admin.get(`${path}/${id}`);
    const etag = read.headers.get('etag') ?? '';
    const put = (subject: string) => admin.put(`${path}/${id}`, { subject }, { 'if-match': etag });
    const [item, two] = await Promise.all([put('One'), put('Two')]);
    expect([item.status, two.status].sort()).toEqual([200, 412]);
  });

  it('cannot be deleted while a scheduled broadcast uses it', async () => {
    const { id } = await create();
    const scheduleFor = new Date(Date.now() + 86_400_000).toISOString();
    const sent = await admin.post<{ broadcastId: string }>('/admin/campaigns/send', {
      audience: { type: 'all_customers' },
      templateId: id,
      scheduleFor,
    });
    expect(sent.status).toBe(202);
    const refused = await admin.delete(`${path}/${id}`);
    expect([refused.status, refused.body.reason]).toEqual([409, 'campaigns.template_in_use']);
    expect(refused.body.message).toContain(sent.body.data.broadcastId);
    await admin.post(`/admin/campaigns/broadcasts/${sent.body.data.broadcastId}/cancel`);
    expect((await admin.delete(`${path}/${id}`)).status).toBe(200);
  });
});
