import { z } from 'zod';
import { cursorMetadataSchema } from '#api/kernel/cursor-query.js';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply, Reply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { sentSchema } from '#api/mail/email-templates.schemas.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { Broadcast } from '#domain/campaigns/broadcast.js';
import { campaignsErrors } from '#domain/campaigns/campaigns.errors.js';
import { mailErrors } from '#domain/mail/mail.errors.js';
import {
  acceptedSchema,
  audienceInput,
  audienceResponseSchema,
  blocksExample,
  broadcastResponse,
  broadcastDetailSchema,
  broadcastListQuery,
  broadcastSchema,
  broadcastStatisticsSchema,
  campaignTestInput,
  previewSchema,
  recipientResponse,
  recipientSchema,
  recipientsQuery,
  resendInput,
  resendResultSchema,
  sendInput,
} from './campaigns.schemas.js';

const params = { id: 'broadcast' } as const;
const BODY_LIMIT = 4 * 1024 * 1024;
const detail = (row: Broadcast) => ({ ...broadcastResponse(row), blocks: row.blocks });

export const broadcastsRoutes = routes('campaigns', [
  route({
    method: 'post',
    path: '/admin/campaigns/send',
    summary: 'Send a campaign, now or later',
    description:
      'Exactly one of `templateId` and `blocks`. The content of a template is taken when the sending starts. Every address gets it at most once.',
    auth: 'admin',
    permission: 'notifications:broadcast',
    idempotent: true,
    body: sendInput,
    bodyExample: {
      audience: { type: 'all_customers' },
      subject: 'The sale has begun',
      blocks: blocksExample,
    },
    bodyLimit: BODY_LIMIT,
    response: acceptedSchema,
    success: 202,
    errors: [platformErrors.engineUnavailable, campaignsErrors.tooFewCodes],
    handler: async ({ ctx, services, body }) => services.broadcasts.send(ctx, body),
  }),
  route({
    method: 'post',
    path: '/admin/campaigns/test',
    summary: 'Send a campaign with sample data to an address',
    description: 'At most 20 test mails a minute. The response waits for the mail provider.',
    auth: 'admin',
    permission: 'campaignTemplate:manage',
    rate: 'testMail',
    body: campaignTestInput,
    bodyExample: { to: 'asha@example.com', subject: 'The sale has begun', blocks: blocksExample },
    bodyLimit: BODY_LIMIT,
    response: sentSchema,
    errors: [mailErrors.notSent, mailErrors.maybeSent],
    handler: async ({ ctx, services, body: { to, ...draft } }) =>
      services.campaignPreviews.test(ctx, to, draft),
  }),
  route({
    method: 'post',
    path: '/admin/campaigns/audience',
    summary: 'Count the recipients of an audience, and who is skipped why',
    auth: 'admin',
    permission: 'notifications:broadcast',
    body: audienceInput,
    bodyExample: { audience: { type: 'all_customers' } },
    response: audienceResponseSchema,
    handler: async ({ ctx, services, body }) => services.broadcasts.audience(ctx, body),
  }),
  route({
    method: 'get',
    path: '/admin/campaigns/broadcasts',
    summary: 'List broadcasts',
    auth: 'admin',
    permission: 'notifications:broadcast',
    query: broadcastListQuery,
    response: z.array(broadcastSchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) =>
      pageReply(await services.broadcasts.list(query), broadcastResponse),
  }),
  route({
    method: 'get',
    path: '/admin/campaigns/broadcasts/:id',
    summary: 'Get a broadcast with its counters',
    auth: 'admin',
    permission: 'notifications:broadcast',
    params,
    response: broadcastDetailSchema,
    handler: async ({ services, params }) => detail(await services.broadcasts.get(params.id)),
  }),
  route({
    method: 'get',
    path: '/admin/campaigns/broadcasts/:id/recipients',
    summary: 'List the recipients of a broadcast',
    description: 'They are there once the sending has started.',
    auth: 'admin',
    permission: 'notifications:broadcast',
    params,
    query: recipientsQuery,
    response: z.array(recipientSchema),
    metadata: cursorMetadataSchema,
    handler: async ({ services, params, query }) => {
      const { rows, metadata } = await services.broadcasts.recipients(params.id, query);
      return new Reply(rows.map(recipientResponse), { metadata });
    },
  }),
  route({
    method: 'get',
    path: '/admin/campaigns/broadcasts/:id/preview',
    summary: 'Get the mail of a broadcast with sample data',
    description:
      'Once the sending has started, with the products, prices and coupons that it is sent with; before, with those of this moment.',
    auth: 'admin',
    permission: 'notifications:broadcast',
    params,
    response: previewSchema,
    handler: async ({ ctx, services, params }) => services.campaignPreviews.ofBroadcast(ctx, params.id),
  }),
  route({
    method: 'get',
    path: '/admin/campaigns/broadcasts/:id/statistics',
    summary: 'Get clicks, orders and complaints of a broadcast',
    description:
      'An order counts for the campaign whose link its buyer opened last, within `email.campaign_order_days` after that click. Who opens a mail is not recorded.',
    auth: 'admin',
    permission: 'notifications:broadcast',
    params,
    response: broadcastStatisticsSchema,
    handler: async ({ services, params }) => services.broadcastStatistics.get(params.id),
  }),
  route({
    method: 'post',
    path: '/admin/campaigns/broadcasts/:id/pause',
    summary: 'Pause a broadcast',
    description: 'It holds from the next batch on. A repeat changes nothing.',
    auth: 'admin',
    permission: 'notifications:broadcast',
    params,
    response: broadcastDetailSchema,
    errors: [campaignsErrors.notPausable],
    handler: async ({ ctx, services, params }) => detail(await services.broadcasts.pause(ctx, params.id)),
  }),
  route({
    method: 'post',
    path: '/admin/campaigns/broadcasts/:id/resume',
    summary: 'Resume a paused broadcast',
    description: 'It goes on where it was. A repeat changes nothing.',
    auth: 'admin',
    permission: 'notifications:broadcast',
    params,
    response: broadcastDetailSchema,
    errors: [campaignsErrors.notResumable],
    handler: async ({ ctx, services, params }) => detail(await services.broadcasts.resume(ctx, params.id)),
  }),
  route({
    method: 'post',
    path: '/admin/campaigns/broadcasts/:id/cancel',
    summary: 'Cancel a broadcast',
    description:
      'Recipients that were not written to become `suppressed`, with the reason `cancelled`. A repeat changes nothing.',
    auth: 'admin',
    permission: 'notifications:broadcast',
    params,
    response: broadcastDetailSchema,
    errors: [campaignsErrors.notCancellable],
    handler: async ({ ctx, services, params }) => detail(await services.broadcasts.cancel(ctx, params.id)),
  }),
  route({
    method: 'post',
    path: '/admin/campaigns/broadcasts/:id/resend',
    summary: 'Send a broadcast again to failed or unclear recipients',
    description:
      'Opens a round in which each address gets it at most once. Suppressed addresses and closed accounts are skipped. A broadcast that was sent goes on sending, a paused one stays paused. An unclear mail may have arrived: the recipient can get it twice.',
    auth: 'admin',
    permission: 'notifications:broadcast',
    idempotent: true,
    params,
    unknownKeys: 'strict',
    body: resendInput,
    bodyExample: { failed: true, unclear: false },
    response: resendResultSchema,
    success: 202,
    errors: [campaignsErrors.notResendable, platformErrors.engineUnavailable],
    handler: async ({ ctx, services, params, body }) => services.resendBroadcast.resend(ctx, params.id, body),
  }),
]);
