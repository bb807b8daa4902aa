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
  explanationResponse,
  explanationSchema,
  feedsErrors,
  itemDetailSchema,
  itemsQuerySchema,
  itemSummarySchema,
  pageMetadataSchema,
  pageReply,
  platformErrors,
  Redirect,
  Reply,
  routeOf,
  routes,
  socialStatuses,
  summaryResponse,
  targetIdSchema,
  targetRemovalSchema,
  targetRemovedSchema,
  z,
} from 'haat/plugin';
import { socialCatalogErrors } from '../domain/social-catalog.errors.js';
import { browserCookie, consentBrowser, newBrowser } from './browser-cookie.js';
import {
  businessSchema,
  catalogChoiceSchema,
  remoteStatusSchema,
  selectionSchema,
  socialStatusSchema,
} from './social-catalog.schemas.js';
import type { SocialCatalogService } from './social-catalog.service.js';

const route = routeOf<{ socialCatalog: SocialCatalogService }>();

const base = '/admin/social-catalog';
const view = { auth: 'admin', permission: 'socialCatalog:view' } as const;
const manage = { auth: 'admin', permission: 'socialCatalog:manage' } as const;
const remoteErrors = [feedsErrors.notConnected, feedsErrors.remoteCallFailed];
const params = { id: 'productVariant' } as const;

const connectionRoutes = [
  route({
    ...view,
    method: 'get',
    path: `${base}/status`,
    summary: 'Get the state of the social catalog',
    response: socialStatusSchema,
    handler: async ({ services }) => services.socialCatalog.status(),
  }),
  route({
    ...manage,
    method: 'get',
    path: `${base}/oauth/start`,
    summary: 'Start the connection of the social catalog',
    description:
      'Returns the address of the consent dialog. Its state is good for ten minutes, one callback, and this browser, ' +
      'which gets a cookie.',
    response: authUrlSchema,
    errors: [socialCatalogErrors.misconfigured],
    handler: async ({ ctx, services, request }) => {
      const browser = newBrowser();
      const authUrl = await services.socialCatalog.startOauth(ctx, browser);
      const state = new URL(authUrl).searchParams.get('state') ?? '';
      return new Reply(
        { authUrl },
        { headers: { 'set-cookie': browserCookie(request, { state, browser }) } },
      );
    },
  }),
  route({
    method: 'get',
    path: `${base}/oauth/callback`,
    summary: 'Finish the connection of the social catalog',
    description:
      'The consent dialog sends the browser here. Redirects to the admin interface where `PUBLIC_ADMIN_URL` is set.',
    auth: 'public',
    query: callbackQuerySchema,
    response: connectedSchema,
    mayRedirect: true,
    errors: [socialCatalogErrors.oauthStateInvalid, socialCatalogErrors.oauthExchangeFailed],
    handler: async ({ ctx, services, query, request }) => {
      const url = await services.socialCatalog.finishOauth(ctx, query, consentBrowser(request, query.state));
      return url ? new Redirect(url) : { connected: true as const };
    },
  }),
  route({
    ...manage,
    method: 'delete',
    path: `${base}/oauth`,
    summary: 'Disconnect the social catalog',
    description: 'Deletes the credentials at once. Items and intents stay; a repeat changes nothing.',
    response: disconnectedSchema,
    handler: async ({ ctx, services }) => {
      await services.socialCatalog.disconnect(ctx);
      return { disconnected: true as const };
    },
  }),
  route({
    ...view,
    method: 'get',
    path: `${base}/businesses`,
    summary: 'List businesses with their catalogs',
    response: z.array(businessSchema),
    errors: remoteErrors,
    handler: async ({ services }) => services.socialCatalog.businesses(),
  }),
  route({
    ...manage,
    method: 'post',
    path: `${base}/select-catalog`,
    summary: 'Select the catalog that items are written to',
    description:
      'A system user of a fixed name is made or found, the catalog is assigned to it, and a token that does not expire ' +
      'replaces the user token. Waits up to 20 seconds, and responds with 202 when it takes longer.',
    body: catalogChoiceSchema,
    response: selectionSchema,
    alsoSuccess: 202,
    errors: [socialCatalogErrors.catalogRefused, platformErrors.engineUnavailable, feedsErrors.notConnected],
    handler: async ({ ctx, services, body }) => {
      const selected = await services.socialCatalog.selectCatalog(ctx, body);
      return new Reply(selected, { status: selected.status === 'selected' ? 200 : 202 });
    },
  }),
];

const itemRoutes = [
  route({
    ...view,
    method: 'get',
    path: `${base}/diagnostics`,
    summary: 'List what the remote side finds wrong in the social catalog',
    description: 'By reason, with the variants that it concerns. Read from the remote side at each request.',
    response: diagnosticsSchema,
    errors: remoteErrors,
    handler: async ({ services }) => services.socialCatalog.diagnostics(),
  }),
  route({
    ...manage,
    method: 'post',
    path: `${base}/bootstrap`,
    summary: 'Send every eligible variant to the social catalog',
    description:
      'Starts the feed at the account that the settings name. Items that have not changed are left out. `warnings` say what ' +
      'buyers or the remote side may object to; they stand in the status as well.',
    body: bootstrapBodySchema,
    response: bootstrapSchema,
    success: 202,
    handler: async ({ ctx, services, body }) => services.socialCatalog.bootstrap(ctx, body),
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
      enqueued: await services.socialCatalog.removeTarget(ctx, target, body.items),
    }),
  }),
  route({
    ...view,
    method: 'get',
    path: `${base}/items`,
    summary: 'List variants with their state in the social catalog',
    query: itemsQuerySchema(socialStatuses),
    rows: 'productVariant',
    response: z.array(itemSummarySchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query: { eligibleOnly = false, ...query } }) =>
      pageReply(await services.socialCatalog.list({ ...query, eligibleOnly }), summaryResponse),
  }),
  route({
    ...view,
    method: 'get',
    path: `${base}/items/:id`,
    summary: 'Get a variant with its state in the social catalog',
    params,
    rows: 'productVariant',
    response: itemDetailSchema,
    handler: async ({ services, params: { id } }) => detailResponse(await services.socialCatalog.get(id)),
  }),
  route({
    ...view,
    method: 'get',
    path: `${base}/items/:id/explain`,
    summary: 'Explain what the social catalog does with a variant',
    params,
    response: explanationSchema,
    handler: async ({ services, params: { id } }) =>
      explanationResponse(
        await services.socialCatalog.explain(id),
        await services.socialCatalog.remoteWord(id),
      ),
  }),
  route({
    ...view,
    method: 'get',
    path: `${base}/items/:id/remote-status`,
    summary: 'Get the remote view of a variant',
    params,
    response: remoteStatusSchema,
    errors: remoteErrors,
    handler: async ({ services, params: { id } }) => services.socialCatalog.probe(id),
  }),
  route({
    ...manage,
    method: 'post',
    path: `${base}/items/:id/resync`,
    summary: 'Send a variant to the social catalog again',
    params,
    response: enqueuedItemSchema,
    success: 201,
    handler: async ({ ctx, services, params: { id } }) => {
      await services.socialCatalog.resync(ctx, id);
      return { variantId: id, enqueued: true as const };
    },
  }),
];

export const socialCatalogRoutes = routes('social-catalog', [...connectionRoutes, ...itemRoutes]);
