import { eventually } from '../_support/eventually.js';
import { data } from '../_support/shop.js';
import { control, firstVariant, mailsTo, mailTo, newOrder, newProduct, unique } from './marketplace.js';
import { bool, filled, int, iso, list, oneOf, text, type Kind } from './shapes.js';
import { clientsOf, type Table } from './world.js';

interface Template {
  eventType: string;
  role: string;
  subject: string;
  heading: string;
  body: string;
  enabled: boolean;
  hasOverride: boolean;
  variables: { name: string }[];
}

/** Templates that the documents name, with the variables that each must offer. */
const named: readonly (readonly [key: string, ...variables: string[]])[] = [
  ['order.placed/customer', 'order_number', 'grand_total', 'grand_total_raw'],
  ['order.placed/vendor_member', 'order_number'],
  ['order.confirmed/customer', 'order_number'],
  ['order.payment_failed/customer'],
  ['order.cancelled/customer'],
  ['order.refunded/customer'],
  ['order.delivered/customer'],
  ['guest_order.confirmation/customer'],
  ['vendor.application.submitted/vendor_member'],
  ['vendor.application.approved/vendor_member'],
  ['vendor.application.rejected/vendor_member'],
  ['back_in_stock.available/customer'],
  ['back_in_stock.vendor_alert/vendor_member'],
  ['payout.paid/vendor_member'],
  ['shipping.shipment.created/customer'],
  ['shipping.shipment.cancelled/customer'],
  ['shipping.tracking.updated/customer'],
  ['return.requested/customer'],
  ['return.approved/customer'],
  ['return.rejected/customer'],
  ['auth.reset_password/customer', 'url'],
  ['auth.magic_link/customer', 'url'],
  ['auth.verification/customer', 'url'],
  ['auth.change_email/customer', 'url', 'new_email'],
  ['auth.delete_account/customer', 'url'],
  ['auth.password_changed/customer'],
  ['auth.welcome/customer'],
];
const everywhere = ['customer_name', 'store_name', 'store_url', 'support_email', 'accent_color'];
const templateShape = {
  eventType: filled,
  role: oneOf('customer', 'vendor_member', 'admin'),
  subject: filled,
  heading: filled,
  body: filled,
  enabled: bool,
  hasOverride: bool,
  variables: list,
};

export const emailTemplates: Table = async (t, world) => {
  const { admin, vendor } = clientsOf(t, world);
  t.part('000 2.7 template list');
  const all = await t.ok<Template[]>(admin, 'GET /admin/email/templates');
  for (const [key, ...variables] of named) {
    const template = all.find(({ eventType, role }) => `${eventType}/${role}` === key);
    t.shape(key, template, templateShape);
    const names = template?.variables.map(({ name }) => name) ?? [];
    const offered = (name: string) => names.includes(name) || names.includes(name.replace(/_raw$/, ''));
    t.is(
      `${key}: variables`,
      [...everywhere, ...variables].filter((name) => !offered(name)),
      [],
    );
  }
  const single = await t.ok<Template>(admin, 'GET /admin/email/templates/order.placed/customer');
  t.is(
    'one template is as the list has it',
    [single.subject, single.heading, single.body],
    (({ subject, heading, body }) => [subject, heading, body])(
      all.find(({ eventType, role }) => eventType === 'order.placed' && role === 'customer') ?? single,
    ),
  );
  await t.lines(admin, [
    ['unknown event', 'GET /admin/email/templates/order.lost/customer', 404],
    ['unknown role', 'GET /admin/email/templates/order.placed/courier', 404],
    ['a role without this template', 'GET /admin/email/templates/auth.welcome/vendor_member', 404],
    ['unknown event', 'PUT /admin/email/templates/order.lost/customer', { subject: 'S' }, 404],
    [
      'unknown event',
      'POST /admin/email/templates/order.lost/customer/preview',
      { subject: 'S', heading: 'H', body: 'B' },
      404,
    ],
    ['unknown event', 'POST /admin/email/templates/order.lost/customer/test', { to: 'a@example.com' }, 404],
  ]);

  t.part('000 4.6 template override');
  const url = '/admin/email/templates/order.delivered/customer';
  const usual = await t.ok<Template>(admin, `GET ${url}`);
  t.is('before', usual.hasOverride, false);
  const first = await t.ok<Template>(admin, `PUT ${url}`, { subject: 'Here it is, {{customer_name}}' });
  t.has('one field is overridden', first, {
    hasOverride: true,
    subject: 'Here it is, {{customer_name}}',
    heading: usual.heading,
    body: usual.body,
    enabled: true,
  });
  const second = await t.ok<Template>(admin, `PUT ${url}`, {
    subject: '',
    heading: 'Arrived',
    enabled: false,
  });
  t.has('a field left empty falls back', second, {
    subject: usual.subject,
    heading: 'Arrived',
    enabled: false,
    hasOverride: true,
  });
  t.is(
    'the list has the override',
    (await t.ok<Template[]>(admin, 'GET /admin/email/templates')).find(
      ({ eventType }) => eventType === 'order.delivered',
    )?.heading,
    'Arrived',
  );
  await t.lines(admin, [
    ['no boolean', `PUT ${url}`, { enabled: 'yes' }, 400, 'at:body.enabled'],
    ['no text', `PUT ${url}`, { subject: 12 }, 400, 'at:body.subject'],
    ['a broken placeholder', `PUT ${url}`, { body: '<p>{{customer_name</p>' }, 400, 'at:body.body'],
  ]);
  t.is('dropping the override', (await t.send(admin, `DELETE ${url}`)).status, 200);
  t.has('afterwards', await t.ok(admin, `GET ${url}`), {
    hasOverride: false,
    heading: usual.heading,
    enabled: true,
  });

  t.part('000 4.6 template preview');
  const draft = {
    subject: 'Hello {{customer_name}}',
    heading: 'A heading of mine',
    body: '<p>Order {{order_number}} {{no_such_thing}}</p>',
  };
  const shown = await t.ok<{ subject: string; html: string; unknownVariables: string[] }>(
    admin,
    `POST ${url}/preview`,
    draft,
  );
  t.shape('preview', shown, { subject: filled, html: filled });
  t.holds(
    'sample data is filled in',
    !shown.subject.includes('{{') && shown.subject.startsWith('Hello '),
    shown.subject,
  );
  t.holds(
    'the draft is rendered',
    shown.html.includes('A heading of mine') && !shown.html.includes('{{order_number}}'),
  );
  t.is('unknown variables are named', shown.unknownVariables, ['no_such_thing']);
  t.has('nothing is saved', await t.ok(admin, `GET ${url}`), { hasOverride: false, subject: usual.subject });

  t.part('000 2.7 brand');
  const accent = '#8a2be2';
  await t.ok(admin, 'PATCH /admin/settings/store', {
    'branding.store_name': 'Contract Bazaar',
    'branding.accent_color': accent,
    'email.footer_text': 'Made in Mumbai',
    'email.footer_links': [{ label: 'Help desk', url: 'https://store.example.com/help' }],
    'branding.logo_url': 'https://store.example.com/logo.png',
    'email.logo_url': '',
  });
  const branded = await t.ok<{ html: string }>(admin, `POST ${url}/preview`, {
    ...draft,
    body: '<p>{{store_name}} {{accent_color}}</p>',
  });
  t.holds(
    'the logo falls back to that of the branding',
    branded.html.includes('https://store.example.com/logo.png'),
  );
  t.holds('the footer', branded.html.includes('Made in Mumbai') && branded.html.includes('Help desk'));
  t.holds('the colour', branded.html.includes(accent));
  t.holds('the name', branded.html.includes('Contract Bazaar'));
  await t.ok(admin, 'PATCH /admin/settings/store', {
    'email.logo_url': 'https://store.example.com/mail.png',
  });
  t.holds(
    'the logo of mails comes first',
    (await t.ok<{ html: string }>(admin, `POST ${url}/preview`, draft)).html.includes(
      'https://store.example.com/mail.png',
    ),
  );
  await t.refused(
    admin,
    'a colour that is none',
    'PATCH /admin/settings/store',
    { 'branding.accent_color': 'purple' },
    400,
  );

  t.part('000 4.6 test mails');
  const to = `test-${unique()}@example.com`;
  t.has('provider', await t.ok(admin, 'POST /admin/email/test', { to }), { sent: true, messageId: filled });
  t.holds('and it arrives', (await mailTo(world.sandboxes.mail, to)).subject !== '');
  const other = `test-${unique()}@example.com`;
  await t.ok(admin, `PUT ${url}`, { subject: 'Arrived at {{store_name}}' });
  t.has('template', await t.ok(admin, `POST ${url}/test`, { to: other }), { sent: true, messageId: filled });
  const sent = await mailTo(world.sandboxes.mail, other);
  t.holds(
    'with the override and sample data',
    sent.subject.includes('Arrived at Contract Bazaar'),
    sent.subject,
  );
  t.holds('in the brand', (sent.html ?? '').includes('Made in Mumbai'));
  await t.send(admin, `DELETE ${url}`);
  await t.lines(admin, [
    ['no address', 'POST /admin/email/test', {}, 400, 'at:body.to'],
    ['not an address', 'POST /admin/email/test', { to: 'nobody' }, 400, 'at:body.to'],
    ['not an address', `POST ${url}/test`, { to: 'nobody' }, 400, 'at:body.to'],
  ]);
  await control(world.sandboxes.mail, { refuseRecipients: ['gone@example.com'] });
  await t.refused(
    admin,
    'a provider that refuses',
    'POST /admin/email/test',
    { to: 'gone@example.com' },
    502,
  );
  await control(world.sandboxes.mail);

  t.part('000 2.7 enabled');
  const variant = await world.once('mailed variant', async () => firstVariant(await newProduct(vendor)));
  const confirmed = '/admin/email/templates/order.confirmed/customer';
  await t.ok(admin, `PUT ${confirmed}`, { enabled: false });
  const silent = await world.account();
  const unmailed = await newOrder(t.http.as(silent.token), silent.email, [{ variantId: variant.id }]);
  // The vendor hears of the same order: by then it is decided who else does.
  await mailTo(world.sandboxes.mail, world.owner.email, unmailed.orderNumber);
  await t.ok(admin, `PUT ${confirmed}`, { enabled: true });
  const mailed = await world.account();
  const order = await newOrder(t.http.as(mailed.token), mailed.email, [{ variantId: variant.id }]);
  const mail = await mailTo(world.sandboxes.mail, mailed.email, order.orderNumber);
  t.holds('a template that is enabled is sent', mail.subject.includes(order.orderNumber));
  t.is('one that is not is not', await mailsTo(world.sandboxes.mail, silent.email), []);
  const reset = '/admin/email/templates/auth.reset_password/customer';
  await t.ok(admin, `PUT ${reset}`, { enabled: false });
  const email = `forgot-${unique()}@example.com`;
  await t.send(t.http, 'POST /auth/sign-up/email', {
    email,
    password: 'a long pass phrase 77',
    name: 'Forgetful',
  });
  await t.send(t.http, 'POST /auth/request-password-reset', { email });
  t.holds(
    'mails of accounts are sent all the same',
    (await mailTo(world.sandboxes.mail, email)).subject !== '',
  );
  await t.send(admin, `DELETE ${reset}`);
};

/** Links of the mails of accounts: the path, and the name of its parameter. */
const authPaths = [
  ['storefront_urls.auth_reset_password_path', '/auth/reset-password'],
  ['storefront_urls.auth_verification_path', '/auth/verification'],
  ['storefront_urls.auth_magic_link_path', '/auth/magic-link'],
  ['storefront_urls.auth_change_email_path', '/auth/change-email'],
  ['storefront_urls.auth_delete_account_path', '/account-deleted'],
] as const;

export const emailSettings: Table = async (t, world) => {
  const { admin } = clientsOf(t, world);
  t.part('000 2.7 mail settings');
  const settings = await t.ok<Record<string, unknown>>(admin, 'GET /admin/settings/admin');
  for (const [key, value] of Object.entries({
    'email.provider': 'smtp',
    'email.from_email': '',
    'email.from_name': '',
    'email.reply_to': '',
    'email.mailapi_api_key': '',
    'email.smtp_host': '',
    'email.smtp_user': '',
    'email.smtp_password': '',
  }))
    t.is(`default of ${key}`, settings[key], value);
  t.holds('default of email.smtp_port', Number.isInteger(settings['email.smtp_port']));
  t.is('default of email.smtp_secure', settings['email.smtp_secure'], false);
  await t.lines(admin, [
    ['another provider', 'PATCH /admin/settings/admin', { 'email.provider': 'pigeon' }, 400],
    ['no address', 'PATCH /admin/settings/admin', { 'email.from_email': 'nobody' }, 400],
  ]);
  const to = `sender-${unique()}@example.com`;
  await t.ok(admin, 'PATCH /admin/settings/admin', {
    'email.from_email': 'shop@contract.example',
    'email.from_name': 'The Contract',
  });
  await t.ok(admin, 'POST /admin/email/test', { to });
  t.is('a change applies to the next mail', (await mailTo(world.sandboxes.mail, to)).from, {
    name: 'The Contract',
    address: 'shop@contract.example',
  });
  await t.ok(admin, 'PATCH /admin/settings/admin', { 'email.from_email': '', 'email.from_name': '' });
  await t.ok(admin, 'PATCH /admin/settings/admin', { 'email.smtp_password': 'the-password-7788' });
  await t.ok(admin, 'PATCH /admin/settings/admin', {
    'email.provider': 'mailapi',
    'email.mailapi_api_key': 'SG.contract-key-4455',
  });
  const byApi = `api-${unique()}@example.com`;
  await t.ok(admin, 'POST /admin/email/test', { to: byApi });
  t.is('the provider changes with the next mail', (await mailTo(world.sandboxes.mail, byApi)).via, 'api');
  const withKey = await t.ok<Record<string, unknown>>(admin, 'GET /admin/settings/admin');
  t.is('its key is masked', withKey['email.mailapi_api_key'], '••••4455');
  await t.ok(admin, 'PATCH /admin/settings/admin', { 'email.mailapi_api_key': '' });
  const fallback = `fallback-${unique()}@example.com`;
  await t.ok(admin, 'POST /admin/email/test', { to: fallback });
  t.is('without a key the environment sends', (await mailTo(world.sandboxes.mail, fallback)).via, 'smtp');
  await t.ok(admin, 'PATCH /admin/settings/admin', { 'email.provider': 'smtp' });
  const masked = await t.ok<Record<string, unknown>>(admin, 'GET /admin/settings/admin');
  t.is('a password is masked', masked['email.smtp_password'], '••••7788');
  await t.ok(admin, 'PATCH /admin/settings/admin', { 'email.smtp_password': '' });
  const store = await t.ok<Record<string, unknown>>(admin, 'GET /admin/settings/store');
  for (const [key, path] of authPaths) t.is(`default of ${key}`, store[key], path);

  t.part('000 2.7 links of account mails');
  const link = async (subject: string, email: string) => {
    const { html } = await mailTo(world.sandboxes.mail, email, subject);
    return [...(html ?? '').matchAll(/href="([^"]+)"/g)].map(([, href]) =>
      (href ?? '').replaceAll('&amp;', '&'),
    );
  };
  const plain = `links-${unique()}@example.com`;
  await t.send(t.http, 'POST /auth/sign-up/email', {
    email: plain,
    password: 'a long pass phrase 77',
    name: 'Asha',
  });
  const own = await link('', plain);
  t.holds(
    'without a storefront the link is that of the server',
    own.some((href) => href.includes('/auth/')),
    own,
  );
  await t.ok(admin, 'PATCH /admin/settings/store', {
    'seo.canonical_base_url': 'https://canonical.example.com',
  });
  const two = `links-${unique()}@example.com`;
  await t.send(t.http, 'POST /auth/sign-up/email', {
    email: two,
    password: 'a long pass phrase 77',
    name: 'Asha',
  });
  const canonical = await link('', two);
  t.holds(
    'the canonical address is the fallback',
    canonical.some((href) => href.startsWith('https://canonical.example.com/auth/verification?code=')),
    canonical,
  );
  await t.ok(admin, 'PATCH /admin/settings/store', {
    'storefront_urls.store_url': 'https://shop.example.com',
    'storefront_urls.auth_magic_link_path': '/enter',
  });
  const three = `links-${unique()}@example.com`;
  await t.send(t.http, 'POST /auth/sign-in/magic-link', { email: three });
  const magic = await link('', three);
  t.holds(
    'an own path with its parameter',
    magic.some((href) => href.startsWith('https://shop.example.com/enter?token=')),
    magic,
  );
  await t.ok(admin, 'PATCH /admin/settings/store', {
    'seo.canonical_base_url': '',
    'storefront_urls.store_url': '',
    'storefront_urls.auth_magic_link_path': '/auth/magic-link',
  });
};

const blockRows: readonly (readonly [kind: string, block: object, rendered: string])[] = [
  ['heading', { type: 'heading', text: 'Dear {{customer_name}}', level: 1 }, 'Dear Asha'],
  ['text', { type: 'text', text: 'Half **price** for {{customer_name}}' }, '<strong>price</strong>'],
  [
    'image',
    {
      type: 'image',
      url: 'https://store.example.com/lamp.png',
      alt: 'A lamp',
      href: 'https://store.example.com/lamps',
    },
    'lamp.png',
  ],
  ['logo', { type: 'logo' }, 'logo'],
  [
    'button',
    { type: 'button', label: 'Go, {{customer_name}}', url: 'https://store.example.com/go' },
    'https://store.example.com/go',
  ],
  ['social', { type: 'social' }, ''],
  ['divider', { type: 'divider' }, ''],
  ['spacer', { type: 'spacer', height: 24 }, '24'],
];

const templateRow = {
  id: filled,
  name: filled,
  subject: filled,
  previewText: text,
  blocks: list,
  createdAt: iso,
  updatedAt: iso,
};
const counter: Kind = int;

export const campaigns: Table = async (t, world) => {
  const { admin } = clientsOf(t, world);
  t.part('000 4.6 campaign templates');
  const body = {
    name: `Sale ${unique()}`,
    subject: 'The sale',
    previewText: 'Lamps',
    blocks: blockRows.map(([, block]) => block),
  };
  const made = await t.ok<{ id: string; blocks: { type: string }[] }>(
    admin,
    'POST /admin/campaigns/templates',
    body,
    201,
  );
  t.shape('created', made, templateRow);
  t.is(
    'all eight kinds are kept',
    made.blocks.map(({ type }) => type),
    blockRows.map(([kind]) => kind),
  );
  t.is('read', await t.ok(admin, `GET /admin/campaigns/templates/${made.id}`), made);
  const changed = await t.ok(admin, `PUT /admin/campaigns/templates/${made.id}`, {
    ...body,
    subject: 'The big sale',
  });
  t.has('updated', changed, { id: made.id, subject: 'The big sale' });
  const copy = await t.ok<{ id: string; name: string }>(
    admin,
    `POST /admin/campaigns/templates/${made.id}/duplicate`,
    undefined,
    201,
  );
  t.has('duplicated', copy, { subject: 'The big sale', blocks: made.blocks });
  t.holds('the copy is another row', copy.id !== made.id);
  const listed = await t.page<{ id: string }>(admin, 'GET /admin/campaigns/templates?limit=2', { limit: 2 });
  t.is('the list is paginated', listed.length, 2);
  t.is('deleted', (await t.send(admin, `DELETE /admin/campaigns/templates/${copy.id}`)).status, 200);
  const gone = '/admin/campaigns/templates/0190aaaa-0000-7000-8000-000000000000';
  await t.lines(admin, [
    ['a deleted one', `GET /admin/campaigns/templates/${copy.id}`, 404],
    ['unknown', `GET ${gone}`, 404],
    ['unknown', `PUT ${gone}`, body, 404],
    ['unknown', `POST ${gone}/duplicate`, 404],
    ['unknown', `DELETE ${gone}`, 404],
    ['no name', 'POST /admin/campaigns/templates', { ...body, name: '' }, 400, 'at:body.name'],
    ['no subject', 'POST /admin/campaigns/templates', { name: 'N', blocks: [] }, 400, 'at:body.subject'],
    [
      'raw HTML',
      'POST /admin/campaigns/templates',
      { ...body, blocks: [{ type: 'html', html: '<b>x</b>' }] },
      400,
      'at:body.blocks',
    ],
    [
      'an unknown kind',
      'POST /admin/campaigns/templates',
      { ...body, blocks: [{ type: 'video', url: 'https://x.example' }] },
      400,
      'at:body.blocks',
    ],
    [
      '101 blocks',
      'POST /admin/campaigns/templates',
      { ...body, blocks: Array.from({ length: 101 }, () => ({ type: 'divider' })) },
      400,
      'at:body.blocks',
    ],
    [
      'a button without an address',
      'POST /admin/campaigns/templates',
      { ...body, blocks: [{ type: 'button', label: 'Go' }] },
      400,
      'at:body.blocks',
    ],
  ]);

  t.part('000 4.6 campaign preview');
  await t.ok(admin, 'PATCH /admin/settings/store', {
    'email.logo_url': 'https://store.example.com/logo-of-mails.png',
    'branding.accent_color': '#123456',
  });
  for (const [kind, block, rendered] of blockRows) {
    const preview = await t.ok<{ html: string }>(admin, 'POST /admin/campaigns/preview', {
      subject: 'The sale',
      blocks: [block],
    });
    t.holds(`${kind} is rendered`, preview.html.includes(rendered) && !preview.html.includes('{{'), rendered);
    t.holds(`${kind}: does not take the accent colour of the branding`, !preview.html.includes('#123456'));
  }
  const logo = await t.ok<{ html: string }>(admin, 'POST /admin/campaigns/preview', {
    subject: 'S',
    blocks: [{ type: 'logo' }],
  });
  t.holds('the logo of the store', logo.html.includes('logo-of-mails.png'));
  const script = await t.ok<{ html: string }>(admin, 'POST /admin/campaigns/preview', {
    subject: 'S',
    blocks: [{ type: 'text', text: 'a <script>alert(1)</script> b' }],
  });
  t.holds('HTML in a text stays text', !script.html.includes('<script>alert(1)'));

  t.part('000 4.6 campaign send');
  const reader = await world.account();
  const audience = { type: 'user_ids', userIds: [reader.userId] };
  const send = {
    audience,
    subject: 'For {{customer_name}}',
    blocks: [{ type: 'text', text: 'Come in, {{customer_name}}' }],
  };
  const later = new Date(Date.now() + 86_400_000).toISOString();
  await t.lines(admin, [
    ['neither template nor blocks', 'POST /admin/campaigns/send', { audience, subject: 'S' }, 400],
    ['both', 'POST /admin/campaigns/send', { ...send, templateId: made.id }, 400],
    ['no audience', 'POST /admin/campaigns/send', { ...send, audience: undefined }, 400, 'at:body.audience'],
    [
      'another audience',
      'POST /admin/campaigns/send',
      { ...send, audience: { type: 'everybody' } },
      400,
      'at:body.audience',
    ],
    [
      'no users',
      'POST /admin/campaigns/send',
      { ...send, audience: { type: 'user_ids', userIds: [] } },
      400,
      'at:body.audience',
    ],
    [
      'an unknown user',
      'POST /admin/campaigns/send',
      { ...send, audience: { type: 'user_ids', userIds: ['0190aaaa-0000-7000-8000-000000000000'] } },
      400,
      'at:body.audience',
    ],
    ['no subject', 'POST /admin/campaigns/send', { ...send, subject: undefined }, 400],
    [
      'yesterday',
      'POST /admin/campaigns/send',
      { ...send, scheduleFor: new Date(Date.now() - 86_400_000).toISOString() },
      400,
      'at:body.scheduleFor',
    ],
    [
      'no instant',
      'POST /admin/campaigns/send',
      { ...send, scheduleFor: 'tomorrow' },
      400,
      'at:body.scheduleFor',
    ],
    [
      'raw HTML',
      'POST /admin/campaigns/send',
      { ...send, blocks: [{ type: 'html', html: '<b>x</b>' }] },
      400,
      'at:body.blocks',
    ],
    [
      'an unknown template',
      'POST /admin/campaigns/send',
      { audience, subject: 'S', templateId: '0190aaaa-0000-7000-8000-000000000000' },
      400,
    ],
  ]);
  const accepted = await t.ok<{ broadcastId: string }>(admin, 'POST /admin/campaigns/send', send, 202);
  t.has('sent now', accepted, {
    broadcastId: filled,
    status: oneOf('scheduled', 'sending'),
    recipientCount: 1,
    scheduleFor: null,
  });
  const mail = await mailTo(world.sandboxes.mail, reader.email);
  t.holds(
    'it arrives with its variables',
    mail.subject.startsWith('For ') && !mail.subject.includes('{{'),
    mail.subject,
  );
  const done = await eventually(async () => {
    const broadcast = data(
      await admin.get<{ status: string; counters: Record<string, number> }>(
        `/admin/campaigns/broadcasts/${accepted.broadcastId}`,
      ),
    );
    if (broadcast.status !== 'sent') throw new Error(`The broadcast is ${broadcast.status}`);
    return broadcast;
  });
  t.shape('counters', done.counters, {
    queued: counter,
    sent: counter,
    failed: counter,
    suppressed: counter,
  });
  t.is('one was sent', [done.counters['sent'], done.counters['failed']], [1, 0]);

  const scheduled = await t.ok<{ broadcastId: string; scheduleFor: string }>(
    admin,
    'POST /admin/campaigns/send',
    { audience, subject: 'S', templateId: made.id, scheduleFor: later },
    202,
  );
  t.has('scheduled', scheduled, { status: 'scheduled', scheduleFor: later, recipientCount: 1 });
  await t.refused(
    admin,
    'a template that a scheduled broadcast uses',
    `DELETE /admin/campaigns/templates/${made.id}`,
    undefined,
    409,
  );
  t.is(
    'cancelled',
    (
      await t.ok<{ status: string }>(
        admin,
        `POST /admin/campaigns/broadcasts/${scheduled.broadcastId}/cancel`,
      )
    ).status,
    'cancelled',
  );
  const everybody = await t.ok<{ recipientCount: number; broadcastId: string }>(
    admin,
    'POST /admin/campaigns/send',
    { ...send, audience: { type: 'all_customers' }, scheduleFor: later },
    202,
  );
  t.holds('all customers', everybody.recipientCount >= 2, everybody);
  await t.send(admin, `POST /admin/campaigns/broadcasts/${everybody.broadcastId}/cancel`);
  const broadcasts = await t.page<{ createdAt: string }>(admin, 'GET /admin/campaigns/broadcasts', {
    limit: 20,
  });
  t.ordered(
    'broadcasts, newest first',
    broadcasts.map(({ createdAt }) => createdAt),
    'descending',
  );
};
