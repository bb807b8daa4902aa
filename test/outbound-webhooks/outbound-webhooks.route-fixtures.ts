import { newId } from '#lib/ids.js';
import type { MakeFixture } from '../sweeps/fixture-makers.js';
import { insertedEndpoint } from './outbound-webhooks.entities.js';

/** Endpoints have a limit, and sweeps create many. */
const room: MakeFixture = async ({ container }) => {
  const before = { deletedAt: new Date() };
  await container.knex('outbound_webhooks_endpoints').whereNull('deletedAt').update(before);
  return {
    fit: (json) => ({ ...(json as object), url: `https://erp.example.com/${newId()}` }),
    params: {},
  };
};

const disabled =
  (side: 'admin' | 'vendor'): MakeFixture =>
  async ({ container, fixtures }) => {
    const vendorId = side === 'vendor' ? fixtures.vendor.vendorId : null;
    const { id } = await insertedEndpoint(container, vendorId, {
      state: 'disabled',
      disabledReason: 'manual',
    });
    return { params: { endpointId: id } };
  };

/** Another URL than any endpoint has. */
const otherUrl: MakeFixture = () =>
  Promise.resolve({
    fit: (json) => {
      const body = json as { url?: unknown };
      return body.url === undefined ? json : { ...body, url: `https://erp.example.com/${newId()}` };
    },
  });

export const outboundWebhooksRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  'POST /admin/webhooks': room,
  'POST /vendor/webhooks': room,
  'PATCH /admin/webhooks/:endpointId': otherUrl,
  'PATCH /vendor/webhooks/:endpointId': otherUrl,
  'POST /admin/webhooks/:endpointId/enable': disabled('admin'),
  'POST /vendor/webhooks/:endpointId/enable': disabled('vendor'),
};
