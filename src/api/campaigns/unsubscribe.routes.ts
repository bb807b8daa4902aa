import { z } from 'zod';
import { route, routes } from '#api/kernel/route.js';
import { campaignsErrors } from '#domain/campaigns/campaigns.errors.js';
import { emailPreferencesInput, emailPreferencesSchema } from './campaign-topics.schemas.js';
import { respondPage } from './respond-page.js';
import type { UnsubscribeForm } from './unsubscribe.service.js';

const params = { token: z.string().max(2000).meta({ example: 'v1.token' }) };
/** A form with one field. */
const FORM_LIMIT = 16 * 1024;

export const unsubscribeRoutes = routes('campaigns', [
  route({
    method: 'get',
    path: '/store/unsubscribe/:token',
    summary: 'Get the page on which a recipient chooses topics or unsubscribes',
    description:
      'Changes nothing: scanners of mail follow links. In English or Hindi, as the browser accepts; the topics are there once the store has some.',
    auth: 'public',
    guessable: true,
    kind: 'page',
    contentType: 'text/html',
    params,
    secretParams: ['token'],
    handler: ({ services: { unsubscribe }, params, request, response }) =>
      respondPage({ request, response, ...unsubscribe }, () =>
        unsubscribe.show(params.token, request.get('accept-language')),
      ),
  }),
  route({
    method: 'post',
    path: '/store/unsubscribe/:token',
    summary: 'Unsubscribe a recipient from the topic of a campaign',
    description:
      'From the button of the page or of the mail program (RFC 8058), as urlencoded or multipart form, without a session: from the topic of the campaign, from all campaigns where it has none. `all=1` unsubscribes from all, `undo=1` takes it back, `preferences=1` with `topic`, repeated or with commas, subscribes to exactly these. A repeat changes nothing.',
    auth: 'public',
    guessable: true,
    kind: 'page',
    contentType: 'text/html',
    bodyKind: 'raw',
    bodyLimit: FORM_LIMIT,
    params,
    secretParams: ['token'],
    handler: async ({ ctx, services: { unsubscribe }, params, body, request, response }) =>
      respondPage({ request, response, ...unsubscribe }, () =>
        unsubscribe.change(ctx, params.token, formOf(body), request.get('accept-language')),
      ),
  }),
  route({
    method: 'get',
    path: '/store/unsubscribe/:token/topics',
    summary: 'Get the topics that a recipient is subscribed to',
    description: 'For a page of the storefront behind the unsubscribe link. Needs no session.',
    auth: 'public',
    guessable: true,
    params,
    secretParams: ['token'],
    response: emailPreferencesSchema,
    handler: async ({ services: { unsubscribe, emailPreferences }, params, request }) =>
      emailPreferences.response(await unsubscribe.read(params.token), request.get('accept-language')),
  }),
  route({
    method: 'get',
    path: '/store/email-preferences',
    summary: 'Get the campaign topics of the current user',
    auth: 'customer',
    response: emailPreferencesSchema,
    handler: async ({ ctx, services, request }) =>
      services.emailPreferences.get(ctx, request.get('accept-language')),
  }),
  route({
    method: 'put',
    path: '/store/email-preferences',
    summary: 'Set the campaign topics of the current user',
    unknownKeys: 'strict',
    description:
      'Exactly these are subscribed to. None of them unsubscribes from all campaigns, of later topics too.',
    auth: 'customer',
    rate: 'write',
    body: emailPreferencesInput,
    bodyExample: { topicIds: [] },
    response: emailPreferencesSchema,
    errors: [campaignsErrors.guestsHaveNoPreferences],
    handler: async ({ ctx, services, body, request }) =>
      services.emailPreferences.choose(ctx, body.topicIds, request.get('accept-language')),
  }),
]);

/** What mail programs send is no choice of topics, whatever it looks like. */
function formOf(body: unknown): UnsubscribeForm {
  const fields = new URLSearchParams(Buffer.isBuffer(body) ? body.toString('latin1') : '');
  if (fields.get('undo') === '1') return { kind: 'undo' };
  if (fields.get('all') === '1') return { kind: 'all' };
  if (fields.get('preferences') === '1') {
    const topicIds = fields.getAll('topic').flatMap((ids) => ids.split(','));
    return { kind: 'choose', topicIds };
  }
  return { kind: 'link' };
}
