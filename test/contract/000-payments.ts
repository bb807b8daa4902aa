import { data } from '../_support/shop.js';
import { firstVariant, newCart, newProduct } from './marketplace.js';
import { absent, bool, filled, listOf, matching, oneOf, orAbsent, text } from './shapes.js';
import { clientsOf, type Table } from './world.js';

interface Gateway {
  value: string;
  description?: string;
  badge?: string;
  href?: string;
  configured: boolean;
  methods: string[];
  supportedPlatforms: string[];
  enabled: { web: boolean; app: boolean };
}
interface Option {
  value: string;
  description: string;
  providerId: string;
  method: string;
  enabled: { web: boolean; app: boolean };
}

export const paymentFeeds: Table = async (t, world) => {
  const { admin, customer, vendor } = clientsOf(t, world);
  t.part('000 4.5 gateways');
  const whole = await t.send<Gateway[]>(admin, 'GET /admin/payment/gateways');
  t.is('is not paginated', whole.body.metadata, undefined);
  const gateways = await t.ok<Gateway[]>(admin, 'GET /admin/payment/gateways');
  const gateway = (id: string) => gateways.find(({ value }) => value === id);
  for (const [id, methods, configured, href] of [
    ['cod', ['cod'], true, undefined],
    ['razorpay', ['upi', 'card', 'netbanking', 'wallet'], false, '/settings/admin/payment.razorpay'],
    ['stripe', ['card'], false, '/settings/admin/payment.stripe'],
    ['sandbox', ['sandbox'], true, undefined],
  ] as const) {
    const row = gateway(id);
    t.shape(id, row, {
      value: filled,
      label: filled,
      description: orAbsent(filled),
      badge: orAbsent(filled),
      disabledColumns: orAbsent(listOf(oneOf('web', 'app'))),
      disabledReason: orAbsent(text),
      href: orAbsent(filled),
      methods: listOf(filled),
      supportedPlatforms: listOf(oneOf('WEB', 'APP', 'BOTH')),
      configured: bool,
      enabled: { web: bool, app: bool },
    });
    t.is(`${id}: methods`, row?.methods, methods);
    t.is(`${id}: configured`, row?.configured, configured);
    t.is(`${id}: badge`, row?.badge, configured ? undefined : 'Add credentials');
    t.is(`${id}: href`, row?.href, href);
    t.is(
      `${id}: serves all columns, so that none is disabled`,
      [row?.supportedPlatforms, (row as { disabledColumns?: unknown })?.disabledColumns],
      [['BOTH'], undefined],
    );
  }

  t.part('000 4.5 checkout options');
  t.is(
    'is not paginated',
    (await t.send(admin, 'GET /admin/payment/checkout-options')).body.metadata,
    undefined,
  );
  const options = await t.ok<Option[]>(admin, 'GET /admin/payment/checkout-options');
  t.is('one row for each method', options.map(({ value }) => value).sort(), [
    'cod',
    'razorpay.card',
    'razorpay.netbanking',
    'razorpay.upi',
    'razorpay.wallet',
    'sandbox',
    'stripe.card',
  ]);
  for (const option of options) {
    t.shape(option.value, option, {
      value: filled,
      label: filled,
      description: filled,
      providerId: filled,
      method: filled,
      enabled: { web: bool, app: bool },
    });
    const { providerId, method } = option;
    t.is(
      `${option.value}: its key`,
      option.value,
      providerId === method ? providerId : `${providerId}.${method}`,
    );
    t.is(`${option.value}: is enabled as its gateway`, option.enabled, gateway(providerId)?.enabled);
  }
  const describing = (id: string) => options.find(({ value }) => value === id)?.description ?? '';
  t.holds(
    'an option of no platform says so',
    /not enabled/i.test(describing('stripe.card')),
    describing('stripe.card'),
  );
  t.holds('an option of both says so', /web.*app|app.*web/i.test(describing('cod')), describing('cod'));

  t.part('000 4.5 enabling a gateway');
  const key = 'payment.enabled_providers';
  const before = data(await admin.get<Record<string, unknown>>('/admin/settings/admin'))[key];
  const wanted = { web: ['cod', 'sandbox', 'razorpay'], app: ['cod'] };
  await t.ok(admin, 'PATCH /admin/settings/admin', { [key]: wanted });
  const changed = await t.ok<Gateway[]>(admin, 'GET /admin/payment/gateways');
  t.has(
    'without credentials it can be enabled',
    changed.find(({ value }) => value === 'razorpay'),
    {
      configured: false,
      'enabled.web': true,
      'enabled.app': false,
    },
  );
  t.is('another platform', changed.find(({ value }) => value === 'sandbox')?.enabled, {
    web: true,
    app: false,
  });
  const listed = await t.ok<Option[]>(admin, 'GET /admin/payment/checkout-options');
  t.has(
    'its options follow',
    listed.find(({ value }) => value === 'razorpay.upi'),
    { 'enabled.web': true, 'enabled.app': false },
  );
  const variant = firstVariant(await newProduct(vendor));
  const cart = await newCart(customer, world.customer.email, [{ variantId: variant.id }]);
  await t.refused(
    customer,
    'an unconfigured provider fails when the order is placed',
    `POST /store/carts/${cart.id}/place-order`,
    { expectedTotal: cart.totals.grandTotal, paymentOption: 'razorpay.upi' },
    409,
  );
  await t.lines(admin, [
    ['an unknown provider', 'PATCH /admin/settings/admin', { [key]: { web: ['barter'], app: [] } }, 400],
    ['another shape', 'PATCH /admin/settings/admin', { [key]: ['cod'] }, 400],
    ['an unknown key', 'PATCH /admin/settings/admin', { 'payment.enabled': true }, 400],
  ]);
  await t.ok(admin, 'PATCH /admin/settings/admin', { [key]: before });

  t.part('000 2.6 credentials');
  const secret = 'rzp-secret-of-the-contract-0001';
  await t.ok(admin, 'PATCH /admin/settings/admin', {
    'payment.razorpay.key_id': 'rzp_test_contract',
    'payment.razorpay.key_secret': secret,
    'payment.razorpay.webhook_secret': `${secret}-hook`,
  });
  const configured = await t.ok<Gateway[]>(admin, 'GET /admin/payment/gateways');
  t.has(
    'with credentials',
    configured.find(({ value }) => value === 'razorpay'),
    { configured: true, badge: absent },
  );
  const shownIn = JSON.stringify([configured, await t.ok(admin, 'GET /admin/payment/checkout-options')]);
  t.holds('no credential is returned', !shownIn.includes(secret) && !shownIn.includes('rzp_test_contract'));
  const settings = await t.ok<Record<string, string>>(admin, 'GET /admin/settings/admin');
  t.has(
    'a secret is masked',
    { secret: settings['payment.razorpay.key_secret'] },
    { secret: matching(/^•+0001$/) },
  );
  await t.ok(admin, 'PATCH /admin/settings/admin', {
    'payment.razorpay.key_secret': settings['payment.razorpay.key_secret'],
  });
  t.is(
    'a mask sent back changes nothing',
    (await t.ok<Gateway[]>(admin, 'GET /admin/payment/gateways')).find(({ value }) => value === 'razorpay')
      ?.configured,
    true,
  );
  await t.ok(admin, 'PATCH /admin/settings/admin', {
    'payment.razorpay.key_id': '',
    'payment.razorpay.key_secret': '',
    'payment.razorpay.webhook_secret': '',
  });
  t.is(
    'cleared again',
    (await t.ok<Gateway[]>(admin, 'GET /admin/payment/gateways')).find(({ value }) => value === 'razorpay')
      ?.badge,
    'Add credentials',
  );
  await t.ok(admin, 'PATCH /admin/settings/store', { 'checkout_payment.cod.title': 'Pay at the door' });
  t.has(
    'the appearance of an option is a store setting',
    await t
      .ok(admin, 'GET /admin/settings/store')
      .then((all) => ({ title: (all as never as Record<string, string>)['checkout_payment.cod.title'] })),
    { title: 'Pay at the door' },
  );
};
