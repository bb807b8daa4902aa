import type { BodyOf, DataOf, RowOf } from 'haat-client';
import { useLocation } from 'react-router';
import { useOperation } from '../../generic/use-operation.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';

/** The operations of the platform and of a vendor have the same shapes: who owns the endpoints differs. */
const sides = {
  admin: {
    home: '/admin/webhooks',
    events: 'getAdminWebhookEvents',
    list: 'getAdminWebhooks',
    create: 'postAdminWebhooks',
    read: 'getAdminWebhooksByEndpointId',
    update: 'patchAdminWebhooksByEndpointId',
    delete: 'deleteAdminWebhooksByEndpointId',
    rotate: 'postAdminWebhooksByEndpointIdRotateSecret',
    test: 'postAdminWebhooksByEndpointIdTest',
    enable: 'postAdminWebhooksByEndpointIdEnable',
    redeliverRange: 'postAdminWebhooksByEndpointIdRedeliver',
    deliveries: 'getAdminWebhooksByEndpointIdDeliveries',
    delivery: 'getAdminWebhooksDeliveriesByDeliveryId',
    redeliver: 'postAdminWebhooksDeliveriesByDeliveryIdRedeliver',
  },
  vendor: {
    home: '/vendor/webhooks',
    events: 'getVendorWebhookEvents',
    list: 'getVendorWebhooks',
    create: 'postVendorWebhooks',
    read: 'getVendorWebhooksByEndpointId',
    update: 'patchVendorWebhooksByEndpointId',
    delete: 'deleteVendorWebhooksByEndpointId',
    rotate: 'postVendorWebhooksByEndpointIdRotateSecret',
    test: 'postVendorWebhooksByEndpointIdTest',
    enable: 'postVendorWebhooksByEndpointIdEnable',
    redeliverRange: 'postVendorWebhooksByEndpointIdRedeliver',
    deliveries: 'getVendorWebhooksByEndpointIdDeliveries',
    delivery: 'getVendorWebhooksDeliveriesByDeliveryId',
    redeliver: 'postVendorWebhooksDeliveriesByDeliveryIdRedeliver',
  },
} as const;

export type Endpoint = DataOf<'getAdminWebhooksByEndpointId'>;
export type EndpointWithSecret = DataOf<'postAdminWebhooks'>;
export type EndpointInput = BodyOf<'postAdminWebhooks'>;
export type Delivery = DataOf<'getAdminWebhooksDeliveriesByDeliveryId'>;
export type Attempt = Delivery['attemptList'][number];
export type CatalogEvent = RowOf<'getAdminWebhookEvents'>;

export type Operations = (typeof sides)['admin'] | (typeof sides)['vendor'];

/** The operations of the side that the address is on, and whether the session may change endpoints. */
export function useSide(): { operations: Operations; mayManage: boolean } {
  const { pathname } = useLocation();
  const session = useSession();
  const declarations = useDeclarations();
  const operations = pathname.startsWith('/vendor/') ? sides.vendor : sides.admin;
  return { operations, mayManage: mayCall(declarations.get(operations.create), session) };
}

export const useEndpoint = (operations: Operations, endpointId: string) =>
  useOperation<Endpoint>(operations.read, { path: { endpointId } });

export const useCatalog = (operations: Operations) => useOperation<CatalogEvent[]>(operations.events);
