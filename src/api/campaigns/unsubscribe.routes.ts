import { z } from 'zod';
import { route, routes } from '#api/kernel/route.js';
import { respondPage } from './respond-page.js';

const params = { token: z.string().max(2000).meta({ example: 'v1.token' }) };
/** A form with one field. */
const FORM_LIMIT = 16 * 1024;

export const unsubscribeRoutes = routes('campaigns', [
  route({
    method: 'get',
    path: '/store/unsubscribe/:token',
    summary: 'Get the page on which a recipient unsubscribes',
    description: 'Changes nothing: scanners of mail follow links.',
    auth: 'public',
    guessable: true,
    kind: 'page',
    contentType: 'text/html',
    params,
    secretParams: ['token'],
    handler: ({ services: { unsubscribe }, params, request, response }) =>
      respondPage({ request, response, ...unsubscribe }, () => unsubscribe.show(params.token)),
  }),
  route({
    method: 'post',
    path: '/store/unsubscribe/:token',
    summary: 'Unsubscribe a recipient from campaigns',
    description:
      'From the button of the page or of the mail program (RFC 8058), as urlencoded or multipart form, without a session. `undo=1` takes it back. A repeat changes nothing.',
    auth: 'public',
    guessable: true,
    kind: 'page',
    contentType: 'text/html',
    bodyKind: 'raw',
    bodyLimit: FORM_LIMIT,
    params,
    secretParams: ['token'],
    handler: async ({ ctx, services, params, body, request, response }) => {
      const form: unknown = body;
      const isUndo = Buffer.isBuffer(form) && /(^|&)undo=1(&|$)/.test(form.toString('latin1'));
      const { unsubscribe } = services;
      await respondPage({ request, response, ...unsubscribe }, () =>
        isUndo ? unsubscribe.undo(ctx, params.token) : unsubscribe.unsubscribe(ctx, params.token),
      );
    },
  }),
]);
