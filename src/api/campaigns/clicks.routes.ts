import type { Request } from 'express';
import { z } from 'zod';
import { route, routes } from '#api/kernel/route.js';
import { respondOrRedirect } from './respond-page.js';

const params = {
  token: z.string().max(100).meta({ example: 'AZrN0cR5dPqCk1s0pZ3yQm8v1tJb2cWx4Lh7Ng' }),
  key: z.string().max(32).meta({ example: '9f86d081884c7d65' }),
};

export const clicksRoutes = routes('campaigns', [
  route({
    method: 'get',
    path: '/store/clicks/:token/:key',
    summary: 'Open a link of a campaign',
    description:
      'Counts a click and redirects to the address that the campaign has stored for the link. HEAD and prefetches are redirected and not counted.',
    auth: 'public',
    guessable: true,
    kind: 'redirect',
    mayRedirect: true,
    params,
    secretParams: ['token'],
    handler: ({ ctx, services: { campaignClicks }, params, request, response }) =>
      respondOrRedirect({ request, response, ...campaignClicks }, () =>
        campaignClicks.open(ctx, params, !isLook(request)),
      ),
  }),
]);

/** Whether a program asks where the link leads without anybody having opened it. */
function isLook(request: Request): boolean {
  const purpose = ['purpose', 'sec-purpose', 'x-purpose', 'x-moz'].map((name) => request.get(name) ?? '');
  return request.method === 'HEAD' || purpose.some((value) => /prefetch|preview|prerender/i.test(value));
}
