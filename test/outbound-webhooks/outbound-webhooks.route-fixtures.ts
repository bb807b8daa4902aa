import { newId } from '#lib/ids.js';
import type { MakeFixture } from '../sweeps/fixture-makers.js';
import { insertedEndpoint } from './outbound-webhooks.entities.js';

/** Texts that are too long or too short stay, for they are what the request is refused for. */
const urlOf = (given: unknown) =>
  typeof given === 'string' && given.length > 0 && given.length <= 2_048
    ? `https://erp.example.com/${newId()}`
    : given;
const eventOf = (given: unknown) =>
  typeof given === 'string' && given.length > 0 && given.length <= 100 ? 'order.*' : given;

/** Another URL than any endpoint has, and events of the catalogue. */
const fitting: MakeFixture = () =>
  Promise.resolve({
    fit: (json) => {
      const { url, events, ...body } = json as { url?: unknown; events?: unknown };
      return {
        ...body,
        ...(url !== undefined && { url: urlOf(url) }),
        ...(events !== undefined && { events: Array.isArray(events) ? events.map(eventOf) : events }),
      };
    },
  });

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

export const outboundWebhooksRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  'POST /admin/webhooks': fitting,
  'POST /vendor/webhooks': fitting,
  'PATCH /admin/webhooks/:endpointId': fitting,
  'PATCH /vendor/webhooks/:endpointId': fitting,
  'POST /admin/webhooks/:endpointId/enable': disabled('admin'),
  'POST /vendor/webhooks/:endpointId/enable': disabled('vendor'),
};
