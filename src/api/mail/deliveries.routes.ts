import { z } from 'zod';
import { listQuerySchema, pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply, Reply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { emailSchema, iso, longTextSchema } from '#api/kernel/values.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { mailErrors } from '#domain/mail/mail.errors.js';
import { suppressionReasons, type Suppression } from '#domain/mail/suppression.js';
import {
  deliveryResponse,
  deliveryDetailSchema,
  deliveryMetadata,
  deliveryQuery,
  deliverySchema,
  eventResponse,
  resendInput,
  resentManySchema,
  resentSchema,
  suppressionSchema,
} from './deliveries.schemas.js';

/** A thousand events of a kilobyte, and room. */
/** The header of the returned mail is what matters of it. */
const DSN_LIMIT = 256 * 1024;
const WEBHOOK_LIMIT = 5 * 1024 * 1024;
const params = { id: 'mailDelivery' } as const;

const suppressionResponse = ({ createdAt, ...row }: Suppression) => ({ ...row, createdAt: iso(createdAt) });
const suppressionInput = z
  .object({ address: emailSchema, note: longTextSchema(500).nullable().optional() })
  .meta({ id: 'MailSuppressionInput' });

export const deliveriesRoutes = routes('mail', [
  route({
    method: 'get',
    path: '/admin/email/deliveries',
    summary: 'List mails, newest first',
    auth: 'admin',
    permission: 'mailDelivery:view',
    query: deliveryQuery,
    response: z.array(deliverySchema),
    metadata: deliveryMetadata,
    handler: async ({ services, query }) => {
      const { rows, metadata } = await services.deliveries.list(query);
      return new Reply(rows.map(deliveryResponse), { metadata });
    },
  }),
  route({
    method: 'get',
    path: '/admin/email/deliveries/:id',
    summary: 'Get a mail with its provider events',
    auth: 'admin',
    permission: 'mailDelivery:view',
    params,
    response: deliveryDetailSchema,
    handler: async ({ services, params }) => {
      const { row, events, words } = await services.deliveries.get(params.id);
      const { variablesEncrypted: _variables, locale: _locale, ...shown } = row;
      return {
        ...deliveryResponse(shown),
        events: events.map(eventResponse),
        rendered: words ? { ...words, current: true as const } : null,
      };
    },
  }),
  route({
    method: 'post',
    path: '/admin/email/deliveries/:id/resend',
    summary: 'Send a mail again',
    description:
      'A new mail with the same variables, and the words and brand of the moment at which it is sent.',
    auth: 'admin',
    permission: 'mailDelivery:resend',
    idempotent: true,
    params,
    response: resentSchema,
    success: 201,
    errors: [mailErrors.authNotResendable, mailErrors.notOver, mailErrors.wordsGone],
    handler: async ({ ctx, services, params }) => services.deliveries.resend(ctx, params.id),
  }),
  route({
    method: 'post',
    path: '/admin/email/deliveries/resend',
    summary: 'Send the mails that match a filter again',
    description:
      'The oldest 1,000, each once: mails that were sent again already are left out, and so are mails of accounts.',
    auth: 'admin',
    permission: 'mailDelivery:resend',
    idempotent: true,
    body: resendInput,
    response: resentManySchema,
    success: 202,
    handler: async ({ ctx, services, body }) => services.deliveries.resendMatching(ctx, body),
  }),
  route({
    method: 'get',
    path: '/admin/email/suppressions',
    summary: 'List suppressed addresses',
    description: 'Campaigns spare them; mails about orders and accounts are sent to them all the same.',
    auth: 'admin',
    permission: 'mailDelivery:view',
    query: listQuerySchema({ params: { reason: suppressionReasons }, filters: { createdAt: 'date' } }),
    response: z.array(suppressionSchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) =>
      pageReply(await services.suppressions.list(query), suppressionResponse),
  }),
  route({
    method: 'post',
    path: '/admin/email/suppressions',
    summary: 'Suppress an address',
    description: 'A repeat leaves the entry as it is.',
    auth: 'admin',
    permission: 'mailDelivery:resend',
    body: suppressionInput,
    response: suppressionSchema,
    success: 201,
    handler: async ({ ctx, services, body }) =>
      suppressionResponse(await services.suppressions.add(ctx, body)),
  }),
  route({
    method: 'delete',
    path: '/admin/email/suppressions/:address',
    summary: 'Lift the suppression of an address',
    auth: 'admin',
    permission: 'mailDelivery:resend',
    params: { address: z.string().max(320).meta({ example: 'asha@example.com' }) },
    response: suppressionSchema,
    handler: async ({ ctx, services, params }) =>
      suppressionResponse(await services.suppressions.remove(ctx, params.address)),
  }),
  route({
    method: 'post',
    path: '/webhooks/mail/dsn',
    summary: 'Receive a delivery status notification',
    description:
      'An RFC 3464 message as the mail server has it, with the secret of `email.dsn_secret` in `X-Webhook-Secret`. The mail is found by its Message-ID, or by the address it was returned to. A mail with the subject `unsubscribe <token>` of `List-Unsubscribe` unsubscribes its recipient.',
    auth: 'webhook',
    bodyKind: 'raw',
    bodyLimit: DSN_LIMIT,
    response: z.object({ received: z.int(), duplicates: z.int() }).meta({ id: 'DeliveryStatusReceived' }),
    errors: [platformErrors.notFound, mailErrors.badSignature, mailErrors.noDeliveryStatus],
    handler: async ({ ctx, services, request, body }) =>
      services.mailWebhooks.receiveDeliveryStatus(ctx, {
        secret: request.get('x-webhook-secret'),
        rawBody: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
      }),
  }),
  route({
    method: 'post',
    path: '/webhooks/mail/:providerId',
    summary: 'Receive events of a mail provider',
    description:
      'A JSON array, signed with ECDSA over the timestamp header and the raw body. Each event is kept once; one that comes again changes nothing.',
    auth: 'webhook',
    bodyKind: 'raw',
    bodyLimit: WEBHOOK_LIMIT,
    params: { providerId: z.string().max(50).meta({ example: 'mailapi' }) },
    response: z.object({ received: z.int(), duplicates: z.int() }).meta({ id: 'MailEventsReceived' }),
    errors: [mailErrors.badSignature, mailErrors.unreadableWebhook],
    handler: async ({ ctx, services, params, request, body }) =>
      services.mailWebhooks.receive(ctx, {
        providerId: params.providerId,
        headers: request.headers,
        rawBody: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
      }),
  }),
]);
