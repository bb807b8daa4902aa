import { z } from 'zod';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { accessErrors } from '#domain/access/access.errors.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { personalDataErrors } from '#domain/personal-data/personal-data.errors.js';
import {
  erasureInput,
  erasureListQuery,
  erasureResponse,
  erasureSchema,
  guestErasureInput,
  ownErasureResponse,
  ownErasureSchema,
} from './personal-data.schemas.js';

const own = { auth: 'session', path: '/me/personal-data/erasure' } as const;

export const erasuresRoutes = routes('personal-data', [
  route({
    ...own,
    method: 'get',
    summary: 'Get the scheduled deletion of your account',
    description: 'Null where none is scheduled.',
    response: ownErasureSchema.nullable(),
    errors: [personalDataErrors.guestsHaveNoFile],
    handler: async ({ ctx, services }) => {
      const erasure = await services.erasures.current(ctx);
      return erasure && ownErasureResponse(erasure);
    },
  }),
  route({
    ...own,
    method: 'post',
    summary: 'Request the deletion of your account',
    description:
      'The session must have been signed in within ten minutes. The deletion begins after a waiting time, in which ' +
      'it can be cancelled; a mail says when. Refused while orders, returns or refunds are open.',
    body: erasureInput,
    unknownKeys: 'strict',
    response: ownErasureSchema,
    success: 202,
    errors: [
      personalDataErrors.guestsHaveNoFile,
      personalDataErrors.erasureBlocked,
      personalDataErrors.erasureOpen,
      accessErrors.freshSessionNeeded,
      platformErrors.engineUnavailable,
    ],
    handler: async ({ ctx, services, body }) =>
      ownErasureResponse(await services.erasures.request(ctx, body)),
  }),
  route({
    ...own,
    method: 'delete',
    summary: 'Cancel the deletion of your account',
    response: ownErasureSchema,
    errors: [platformErrors.notFound, personalDataErrors.erasureBegun],
    handler: async ({ ctx, services }) => ownErasureResponse(await services.erasures.cancelOwn(ctx)),
  }),
  route({
    method: 'get',
    path: '/admin/personal-data/erasures',
    summary: 'List requests to erase personal data',
    description: 'The newest first.',
    auth: 'admin',
    permission: 'personalData:view',
    query: erasureListQuery,
    response: z.array(erasureSchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) => pageReply(await services.erasures.list(query), erasureResponse),
  }),
  route({
    method: 'post',
    path: '/admin/personal-data/erasures',
    summary: 'Request the erasure of the data of a guest',
    description: 'Of everything that guests left with the e-mail address. Users request their own erasure.',
    auth: 'admin',
    permission: 'personalData:erase',
    body: guestErasureInput,
    unknownKeys: 'strict',
    response: erasureSchema,
    success: 202,
    errors: [
      personalDataErrors.hasAccount,
      personalDataErrors.erasureBlocked,
      personalDataErrors.erasureOpen,
      platformErrors.engineUnavailable,
    ],
    handler: async ({ ctx, services, body }) =>
      erasureResponse(await services.erasures.requestForGuest(ctx, body.email)),
  }),
  route({
    method: 'post',
    path: '/admin/personal-data/erasures/:id/cancel',
    summary: 'Cancel the erasure of personal data',
    auth: 'admin',
    permission: 'personalData:erase',
    params: { id: 'personalDataErasure' },
    response: erasureSchema,
    errors: [personalDataErrors.erasureBegun],
    handler: async ({ ctx, services, params: { id } }) =>
      erasureResponse(await services.erasures.cancel(ctx, id)),
  }),
]);
