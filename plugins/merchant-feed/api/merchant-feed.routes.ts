import {
  authUrlSchema,
  bootstrapBodySchema,
  bootstrapSchema,
  callbackQuerySchema,
  connectedSchema,
  detailResponse,
  diagnosticsSchema,
  disconnectedSchema,
  enqueuedItemSchema,
  enqueuedSchema,
  explanationResponse,
  explanationSchema,
  failedItemSchema,
  failedQuerySchema,
  failedResponse,
  feedsErrors,
  itemDetailSchema,
  itemsQuerySchema,
  itemSummarySchema,
  merchantStatuses,
  pageMetadataSchema,
  pageReply,
  readAtSchema,
  Redirect,
  refreshQuerySchema,
  Reply,
  routeOf,
  routes,
  summaryResponse,
  targetIdSchema,
  targetRemovalSchema,
  targetRemovedSchema,
  z,
} from 'haat/plugin';
import { merchantFeedErrors } from '../domain/merchant-feed.errors.js';
import {
  dataSourceSchema,
  googleStatusSchema,
  newDataSourceSchema,
  registrationSchema,
  statusSchema,
} from './merchant-feed.schemas.js';
import type { MerchantFeedService } from './merchant-feed.service.js';

const route = routeOf<{ merchantFeed: MerchantFeedService }>();

const base = '/admin/merchant-feed';
const view = { auth: 'admin', permission: 'merchantFeed:view' } as const;
const manage = { auth: 'admin', permission: 'merchantFeed:manage' } as const;
const remoteErrors = [feedsErrors.notConnected, feedsErrors.remoteCallFailed];
const params = { variantId: 'productVariant' } as const;

const connectionRoutes = [
  route({
    ...manage,
    method: 'get',
    path: `${base}/oauth/start`,
    summary: 'Start the connection of the merchant feed',
    description:
      'Returns the address of the consent page. Its state is good for ten minutes and one callback.',
    response: authUrlSchema,
    errors: [merchantFeedErrors.misconfigured],
    handler: async ({ ctx, services }) => ({ authUrl: await services.merchantFeed.startOauth(ctx) }),
  }),
  route({
    method: 'get',
    path: `${base}/oauth/callback`,
    summary: 'Finish the connection of the merchant feed',
    description:
      'The consent page sends the browser here. Redirects to the admin interface where `PUBLIC_ADMIN_URL` is set.',
    auth: 'public',
    query: callbackQuerySchema,
    response: connectedSchema,
    mayRedirect: true,
    errors: [merchantFeedErrors.oauthStateInvalid, merchantFeedErrors.oauthExchangeFailed],
    handler: async ({ ctx, services, query }) => {
      const url = await services.merchantFeed.finishOauth(ctx, query);
      return url ? new Redirect(url) : { connected: true as const };
    },
  }),
  route({
    ...manage,
    method: 'delete',
    path: `${base}/oauth`,
    summary: 'Disconnect the merchant feed',
    description: 'Deletes the credentials at once. Items and intents stay; a repeat changes nothing.',
    response: disconnectedSchema,
    handler: async ({ ctx, services }) => {
      await services.merchantFeed.disconnect(ctx);
      return { disconnected: true as const };
    },
  }),
  route({
    ...manage,
    method: 'post',
    path: `${base}/register-developer`,
    summary: 'Register the cloud project with the merchant account',
    response: registrationSchema,
    errors: remoteErrors,
    handler: async ({ ctx, services }) => services.merchantFeed.register(ctx),
  }),
  route({
    ...view,
    method: 'get',
    path: `${base}/data-sources`,
    summary: 'List the data sources of the merchant account',
    description:
      'Read from the merchant account, at most once a minute; `refresh=true` reads them at once. Where the account allows no ' +
      'further read today, those of `readAt`.',
    query: refreshQuerySchema,
    response: z.array(dataSourceSchema),
    metadata: z.object({ readAt: readAtSchema }),
    errors: remoteErrors,
    handler: async ({ ctx, services, query: { refresh = false } }) => {
      const { readAt, sources } = await services.merchantFeed.dataSources(ctx, refresh);
      return new Reply(sources, { metadata: { readAt } });
    },
  }),
  route({
    ...manage,
    method: 'post',
    path: `${base}/data-sources`,
    summary: 'Create a primary API data source',
    description: 'Its `id` is what the setting `merchant_feed.data_source_id` takes.',
    body: newDataSourceSchema,
    response: dataSourceSchema,
    success: 201,
    errors: remoteErrors,
    handler: async ({ ctx, services, body }) => services.merchantFeed.createDataSource(ctx, body),
  }),
  route({
    ...view,
    method: 'get',
    path: `${base}/status`,
    summary: 'Get the state of the merchant feed',
    description:
      '`merchantAccount` is read from the merchant account, at most once a minute; `refresh=true` reads it at once. It is null ' +
      'while the account cannot be reached.',
    query: refreshQuerySchema,
    response: statusSchema,
    handler: async ({ ctx, services, query: { refresh = false } }) =>
      services.merchantFeed.status(ctx, refresh),
  }),
];

const itemRoutes = [
  route({
    ...view,
    method: 'get',
    path: `${base}/diagnostics`,
    summary: 'List what the remote side finds wrong in the merchant feed',
    description: 'By reason, with the variants that it concerns. Read from the remote side at each request.',
    response: diagnosticsSchema,
    errors: remoteErrors,
    handler: async ({ services }) => services.merchantFeed.diagnostics(),
  }),
  route({
    ...manage,
    method: 'post',
    path: `${base}/bootstrap`,
    summary: 'Send every eligible variant to the merchant feed',
    description:
      'Starts the feed at the account that the settings name. Items that have not changed are left out. `warnings` say what ' +
      'buyers or the remote side may object to; they stand in the status as well.',
    body: bootstrapBodySchema,
    response: bootstrapSchema,
    success: 202,
    handler: async ({ ctx, services, body }) => services.merchantFeed.bootstrap(ctx, body),
  }),
  route({
    ...manage,
    method: 'post',
    path: `${base}/targets/:target/remove`,
    summary: 'Remove the items left behind in an earlier target',
    description:
      'Deletes them remotely while the credential works there. `leftBehind` of the status shows the rest.',
    params: { target: targetIdSchema },
    body: targetRemovalSchema,
    response: targetRemovedSchema,
    success: 202,
    errors: [feedsErrors.notConnected, feedsErrors.presentTarget, feedsErrors.otherCount],
    handler: async ({ ctx, services, params: { target }, body }) => ({
      target,
      enqueued: await services.merchantFeed.removeTarget(ctx, target, body.items),
    }),
  }),
  route({
    ...view,
    method: 'get',
    path: `${base}/errors`,
    summary: 'List items that the merchant feed refused',
    query: failedQuerySchema,
    rows: 'productVariant',
    response: z.array(failedItemSchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) =>
      pageReply(await services.merchantFeed.failed(query), failedResponse),
  }),
  route({
    ...view,
    method: 'get',
    path: `${base}/items`,
    summary: 'List variants with their state in the merchant feed',
    query: itemsQuerySchema(merchantStatuses),
    rows: 'productVariant',
    response: z.array(itemSummarySchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query: { eligibleOnly = false, ...query } }) =>
      pageReply(await services.merchantFeed.list({ ...query, eligibleOnly }), summaryResponse),
  }),
  // Before the routes with an id, which would take `bulk` for one.
  route({
    ...manage,
    method: 'post',
    path: `${base}/items/bulk/resync-failed`,
    summary: 'Send all failed items again',
    response: enqueuedSchema,
    success: 202,
    handler: async ({ ctx, services }) => ({
      enqueued: await services.merchantFeed.resyncAll(ctx, 'failed'),
    }),
  }),
  route({
    ...manage,
    method: 'post',
    path: `${base}/items/bulk/resync-skipped`,
    summary: 'Evaluate all skipped items again',
    response: enqueuedSchema,
    success: 202,
    handler: async ({ ctx, services }) => ({
      enqueued: await services.merchantFeed.resyncAll(ctx, 'skipped'),
    }),
  }),
  route({
    ...view,
    method: 'get',
    path: `${base}/items/:variantId`,
    summary: 'Get a variant with its state in the merchant feed',
    params,
    rows: 'productVariant',
    response: itemDetailSchema,
    handler: async ({ services, params: { variantId } }) =>
      detailResponse(await services.merchantFeed.get(variantId)),
  }),
  route({
    ...view,
    method: 'get',
    path: `${base}/items/:variantId/explain`,
    summary: 'Explain what the merchant feed does with a variant',
    params,
    response: explanationSchema,
    handler: async ({ services, params: { variantId } }) =>
      explanationResponse(
        await services.merchantFeed.explain(variantId),
        await services.merchantFeed.remoteWord(variantId),
      ),
  }),
  route({
    ...view,
    method: 'get',
    path: `${base}/items/:variantId/google-status`,
    summary: 'Probe the processed product of a variant',
    description:
      'The processed view follows after some minutes, so that `found: false` right after a push is normal.',
    params,
    response: googleStatusSchema,
    errors: remoteErrors,
    handler: async ({ services, params: { variantId } }) => services.merchantFeed.probe(variantId),
  }),
  route({
    ...manage,
    method: 'post',
    path: `${base}/items/:variantId/resync`,
    summary: 'Send a variant to the merchant feed again',
    params,
    response: enqueuedItemSchema,
    success: 201,
    handler: async ({ ctx, services, params: { variantId } }) => {
      await services.merchantFeed.resync(ctx, variantId);
      return { variantId, enqueued: true as const };
    },
  }),
  route({
    ...manage,
    method: 'post',
    path: `${base}/items/:variantId/delete-from-google`,
    summary: 'Remove a variant from the merchant feed',
    description: 'It stays away until it is sent again by hand or its product changes.',
    params,
    response: enqueuedItemSchema,
    success: 202,
    handler: async ({ ctx, services, params: { variantId } }) => {
      await services.merchantFeed.withdraw(ctx, variantId);
      return { variantId, enqueued: true as const };
    },
  }),
];

export const merchantFeedRoutes = routes('merchant-feed', [...connectionRoutes, ...itemRoutes]);
