import { z } from 'zod';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { requireVendor } from '#api/kernel/require.js';
import { route, routes } from '#api/kernel/route.js';
import { hsnRatesCsv } from './hsn-rates-csv.js';
import type { GstGap } from '#domain/tax/hsn-rate.js';
import { CSV, sendFile } from '#api/kernel/send-file.js';
import {
  adminGstGapsQuery,
  chargedGstQuery,
  chargedGstSchema,
  hsnChangesQuery,
  hsnChangesSchema,
  hsnRatesFileSchema,
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
    description:
      'The whole table. Of several prefixes of a code the longest one that holds on the day counts; days are those of India.',
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
        {
          hsnPrefix: '61',
          gstRate: 5,
          slabLimit: 250_000,
          slabUnit: 'piece',
          gstRateAbove: 18,
          validFrom: '2025-09-22',
        },
      ],
    },
    handler: async ({ ctx, services, body }) => ({ rates: await services.gstRates.replace(ctx, body.rates) }),
  }),
  route({
    method: 'get',
    path: '/admin/tax/hsn-rates/changes',
    summary: 'Get the GST rates that change on a day',
    auth: 'admin',
    permission: 'adminSetting:read',
    query: hsnChangesQuery,
    response: hsnChangesSchema,
    handler: ({ services, query }) => services.gstRates.changes(query.day ?? null),
  }),
  route({
    method: 'get',
    path: '/admin/tax/hsn-rates/export',
    summary: 'Export the GST rates by HSN code',
    description: 'A CSV, limits in subunits.',
    auth: 'admin',
    permission: 'adminSetting:read',
    kind: 'file',
    contentType: 'text/csv',
    handler: async ({ services, response }) =>
      sendFile(response, {
        name: 'gst-rates.csv',
        contentType: CSV,
        content: hsnRatesCsv(await services.gstRates.list()),
      }),
  }),
  route({
    method: 'put',
    path: '/admin/tax/hsn-rates/import',
    summary: 'Replace the GST rates by a file',
    description: 'The text of a CSV with the columns of the export.',
    auth: 'admin',
    permission: 'adminSetting:update',
    unknownKeys: 'strict',
    body: hsnRatesFileSchema,
    response: hsnRatesSchema,
    bodyExample: { csv: 'hsn_prefix,gst_rate\n1006,5\n' },
    handler: async ({ ctx, services, body }) => ({
      rates: await services.gstRates.replaceFromCsv(ctx, body.csv),
    }),
  }),
  route({
    ...gaps,
    path: '/admin/gst-gaps',
    summary: 'List variants whose HSN code or GST rate is missing or wrong',
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
    method: 'get',
    path: '/vendor/gst-rate',
    summary: 'Get the GST that goods are charged today',
    description: 'With what decides it: the own rate, the HSN code at a price, or a tax list.',
    auth: 'vendor',
    query: chargedGstQuery,
    response: chargedGstSchema,
    handler: async ({ ctx, services, query }) =>
      services.gstRates.charged(requireVendor(ctx), {
        hsnCode: query.hsnCode || null,
        gstRate: query.gstRate ?? null,
        gstExempt: query.gstExempt === 'true',
        price: query.price ?? null,
      }),
  }),
  route({
    ...gaps,
    path: '/vendor/gst-gaps',
    summary: 'List own variants whose HSN code or GST rate is wrong',
    auth: 'vendor',
    query: vendorGstGapsQuery,
    handler: async ({ ctx, services, query }) =>
      pageReply(await services.gstRates.gaps({ vendorId: requireVendor(ctx) }, query), same),
  }),
]);
