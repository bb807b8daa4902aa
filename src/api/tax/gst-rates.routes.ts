import { z } from 'zod';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { requireVendor } from '#api/kernel/require.js';
import { route, routes } from '#api/kernel/route.js';
import type { GstGap } from '#domain/tax/hsn-rate.js';
import {
  adminGstGapsQuery,
  gstGapSchema,
  hsnRatesInputSchema,
  hsnRatesSchema,
  hsnSuggestionSchema,
  hsnSuggestionsQuery,
  vendorGstGapsQuery,
} from './gst-rates.schemas.js';

const gaps = { method: 'get', response: z.array(gstGapSchema), metadata: pageMetadataSchema } as const;
const same = (gap: GstGap) => gap;

export const gstRatesRoutes = routes('tax', [
  route({
    method: 'get',
    path: '/admin/tax/hsn-rates',
    summary: 'Get the GST rates by HSN code',
    description: 'They apply to variants whose own rate and whose product’s rate are null.',
    auth: 'admin',
    permission: 'adminSetting:read',
    response: hsnRatesSchema,
    handler: async ({ services }) => ({ rates: await services.gstRates.list() }),
  }),
  route({
    method: 'put',
    path: '/admin/tax/hsn-rates',
    summary: 'Replace the GST rates by HSN code',
    description: 'The whole table. Of several prefixes of a code the longest one counts.',
    auth: 'admin',
    permission: 'adminSetting:update',
    unknownKeys: 'strict',
    body: hsnRatesInputSchema,
    response: hsnRatesSchema,
    bodyExample: {
      rates: [
        { hsnPrefix: '1006', gstRate: 5, description: 'Rice' },
        { hsnPrefix: '3401', gstRate: 18, description: 'Soap' },
        { hsnPrefix: '0713', gstExempt: true },
      ],
    },
    handler: async ({ ctx, services, body }) => ({ rates: await services.gstRates.replace(ctx, body.rates) }),
  }),
  route({
    ...gaps,
    path: '/admin/gst-gaps',
    summary: 'List variants without an HSN code or a GST rate',
    auth: 'admin',
    permission: 'vendor:view',
    query: adminGstGapsQuery,
    handler: async ({ services, query }) => pageReply(await services.gstRates.gaps({}, query), same),
  }),
  route({
    method: 'get',
    path: '/vendor/hsn-suggestions',
    summary: 'List the HSN codes that a category uses',
    description:
      'Up to ten codes of the published products of the category, those that the most products have first.',
    auth: 'vendor',
    query: hsnSuggestionsQuery,
    response: z.array(hsnSuggestionSchema),
    handler: async ({ services, query }) => services.gstRates.suggestions(query.categoryId),
  }),
  route({
    ...gaps,
    path: '/vendor/gst-gaps',
    summary: 'List own variants without an HSN code or GST rate',
    auth: 'vendor',
    query: vendorGstGapsQuery,
    handler: async ({ ctx, services, query }) =>
      pageReply(await services.gstRates.gaps({ vendorId: requireVendor(ctx) }, query), same),
  }),
]);
