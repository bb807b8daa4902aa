import { z } from 'zod';
import { ifMatchOf } from '#api/kernel/entity-tag.js';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply, Reply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { CampaignTemplate } from '#domain/campaigns/campaign-template.js';
import { campaignsErrors } from '#domain/campaigns/campaigns.errors.js';
import { templateTag } from './campaign-templates.service.js';
import {
  blocksExample,
  previewInput,
  previewSchema,
  templateResponse,
  templateSummaryResponse,
  templateSummarySchema,
  templateExample,
  templateInput,
  templateListQuery,
  templatePatch,
  templateSchema,
} from './campaigns.schemas.js';

const params = { id: 'campaignTemplate' } as const;
const response = templateSchema;
/** A hundred blocks of ten thousand characters. */
const BODY_LIMIT = 4 * 1024 * 1024;

/** With the tag that a change may name. */
const tagged = (template: CampaignTemplate) =>
  new Reply(templateResponse(template), { headers: { etag: templateTag(template) } });

export const campaignTemplatesRoutes = routes('campaigns', [
  route({
    method: 'get',
    path: '/admin/campaigns/templates',
    summary: 'List campaign templates',
    description: 'Without their blocks.',
    auth: 'admin',
    permission: 'campaignTemplate:view',
    query: templateListQuery,
    response: z.array(templateSummarySchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) =>
      pageReply(await services.campaignTemplates.list(query), templateSummaryResponse),
  }),
  route({
    method: 'post',
    path: '/admin/campaigns/templates',
    summary: 'Create a campaign template',
    auth: 'admin',
    permission: 'campaignTemplate:manage',
    body: templateInput,
    bodyExample: templateExample,
    bodyLimit: BODY_LIMIT,
    response,
    success: 201,
    errors: [platformErrors.uniqueViolation],
    handler: async ({ ctx, services, body }) => {
      const template = await services.campaignTemplates.create(ctx, body);
      return new Reply(templateResponse(template), { status: 201, headers: { etag: templateTag(template) } });
    },
  }),
  route({
    method: 'get',
    path: '/admin/campaigns/templates/:id',
    summary: 'Get a campaign template',
    auth: 'admin',
    permission: 'campaignTemplate:view',
    params,
    response,
    handler: async ({ services, params }) => tagged(await services.campaignTemplates.get(params.id)),
  }),
  route({
    method: 'put',
    path: '/admin/campaigns/templates/:id',
    summary: 'Update a campaign template',
    description:
      'Fields that are left out stay as they are. `If-Match` keeps two editors from overwriting each other.',
    auth: 'admin',
    permission: 'campaignTemplate:manage',
    ifMatch: true,
    params,
    body: templatePatch,
    bodyExample: templateExample,
    bodyLimit: BODY_LIMIT,
    response,
    errors: [platformErrors.uniqueViolation],
    handler: async ({ ctx, services, params, body, request }) =>
      tagged(await services.campaignTemplates.update(ctx, params.id, body, ifMatchOf(request))),
  }),
  route({
    method: 'post',
    path: '/admin/campaigns/templates/:id/duplicate',
    summary: 'Duplicate a campaign template',
    auth: 'admin',
    permission: 'campaignTemplate:manage',
    params,
    response,
    success: 201,
    handler: async ({ ctx, services, params }) =>
      templateResponse(await services.campaignTemplates.duplicate(ctx, params.id)),
  }),
  route({
    method: 'delete',
    path: '/admin/campaigns/templates/:id',
    summary: 'Delete a campaign template',
    auth: 'admin',
    permission: 'campaignTemplate:manage',
    params,
    response,
    errors: [campaignsErrors.templateInUse],
    handler: async ({ ctx, services, params }) =>
      templateResponse(await services.campaignTemplates.delete(ctx, params.id)),
  }),
  route({
    method: 'post',
    path: '/admin/campaigns/preview',
    summary: 'Preview a campaign with sample data',
    description: 'Nothing is saved and nothing is sent.',
    auth: 'admin',
    permission: 'campaignTemplate:manage',
    body: previewInput,
    bodyExample: { subject: 'The sale has begun', blocks: blocksExample },
    bodyLimit: BODY_LIMIT,
    response: previewSchema,
    handler: ({ ctx, services, body }) => services.campaignPreviews.preview(ctx, body),
  }),
]);
