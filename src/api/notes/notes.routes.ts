import { z } from 'zod';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { noteInput, noteListQuery, noteResponse, noteSchema } from './notes.schemas.js';

export const notesRoutes = routes('notes', [
  route({
    method: 'get',
    path: '/admin/notes',
    summary: 'List internal notes',
    description: 'The newest first; `entity` and `entityId` name an order, a vendor or a customer.',
    auth: 'admin',
    permission: 'note:read',
    query: noteListQuery,
    response: z.array(noteSchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) => pageReply(await services.notes.list(query), noteResponse),
  }),
  route({
    method: 'post',
    path: '/admin/notes',
    summary: 'Create an internal note on an order, a vendor or a customer',
    description: 'Vendors and buyers never see it.',
    auth: 'admin',
    permission: 'note:create',
    body: noteInput,
    idempotent: true,
    bodyExample: {
      entity: 'order',
      entityId: '0199c0de-7e5c-7000-8000-000000000001',
      text: 'The buyer asked for a morning delivery',
    },
    response: noteSchema,
    success: 201,
    errors: [platformErrors.notFound],
    handler: ({ ctx, services, body }) => services.notes.create(ctx, body),
  }),
  route({
    method: 'delete',
    path: '/admin/notes/:id',
    summary: 'Delete an internal note',
    auth: 'admin',
    permission: 'note:delete',
    params: { id: 'note' },
    response: z.null(),
    handler: ({ ctx, services, params }) => services.notes.delete(ctx, params.id),
  }),
]);
