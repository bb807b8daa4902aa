import type { Request, Response } from 'express';
import { z } from 'zod';
import { route, routes } from '#api/kernel/route.js';
import { AppError } from '#domain/_shared/app-error.js';
import { PAGE_POLICY } from './unsubscribe-page.js';

const params = { token: z.string().max(2000).meta({ example: 'v1.token' }) };
/** A form with one field. */
const FORM_LIMIT = 16 * 1024;

function send(response: Response, html: string, status = 200): void {
  response
    .status(status)
    .set({ 'content-security-policy': PAGE_POLICY, 'cache-control': 'no-store' })
    .type('html')
    .send(html);
}

/** A browser gets a page for a link that is not valid; every other caller the error. */
async function respond(
  { request, response, invalidPage }: { request: Request; response: Response; invalidPage: () => string },
  page: () => Promise<string>,
): Promise<void> {
  try {
    send(response, await page());
  } catch (error) {
    const isInvalidLink = error instanceof AppError && error.status === 404;
    if (!isInvalidLink || request.accepts(['json', 'html']) !== 'html') throw error;
    send(response, invalidPage(), error.status);
  }
}

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
      respond({ request, response, ...unsubscribe }, () => unsubscribe.show(params.token)),
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
      await respond({ request, response, ...unsubscribe }, () =>
        isUndo ? unsubscribe.undo(ctx, params.token) : unsubscribe.unsubscribe(ctx, params.token),
      );
    },
  }),
]);
