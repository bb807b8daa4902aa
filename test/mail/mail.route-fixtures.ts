import { newId } from '#lib/ids.js';
import { data } from '../_support/shop.js';
import type { MakeFixture } from '../sweeps/fixture-makers.js';
import { deliveryStatus } from './delivery-status-mail.js';
import { providerEvent, signedHeaders, webhookKeys } from './provider-webhook.js';

const keys = webhookKeys();

const suppressed: MakeFixture = async ({ container }) => {
  const address = `buyer-${newId()}@example.com`;
  await container.knex('mail_suppressions').insert({ address, reason: 'manual', source: 'test' });
  return { params: { address } };
};

export const mailRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  'DELETE /admin/email/suppressions/:address': suppressed,
  'POST /webhooks/mail/dsn': async ({ platform, fixtures }) => {
    const secret = 'secret-of-notifications';
    data(
      await platform.http
        .as(fixtures.admin.token)
        .patch('/admin/settings/admin', { 'email.dsn_secret': secret }),
    );
    const body = deliveryStatus({ messageId: newId() });
    return { params: {}, body, headers: { 'x-webhook-secret': secret, 'content-type': 'message/rfc822' } };
  },
  'POST /webhooks/mail/:providerId': async ({ platform, fixtures }) => {
    const setting = { 'email.mailapi_webhook_public_key': keys.publicKey };
    data(await platform.http.as(fixtures.admin.token).patch('/admin/settings/admin', setting));
    const body = JSON.stringify([providerEvent('delivered')]);
    return { params: { providerId: 'mailapi' }, body, headers: signedHeaders(body, keys.privateKey) };
  },
};
