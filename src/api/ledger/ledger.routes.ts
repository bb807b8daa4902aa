import { z } from 'zod';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { waitingReply, waits, WAITS } from '#api/access/money-approvals.schemas.js';
import { pageReply } from '#api/kernel/reply.js';
import { requireVendor } from '#api/kernel/require.js';
import { route, routes } from '#api/kernel/route.js';
import { ledgerErrors } from '#domain/ledger/ledger.errors.js';
import {
  adjustmentSchema,
  adminLedgerResponse,
  adminLedgerQuery,
  adminLedgerSchema,
  ledgerCheckSchema,
  vendorLedgerResponse,
  vendorLedgerQuery,
  vendorLedgerSchema,
} from './ledger.schemas.js';

export const ledgerRoutes = routes('ledger', [
  route({
    method: 'get',
    path: '/vendor/ledger',
    summary: 'List the ledger transactions of the active vendor',
    description: 'Amounts in subunits; `net` is what each changes on the account of the vendor.',
    auth: 'vendor',
    vendorRole: 'admin',
    query: vendorLedgerQuery,
    response: z.array(vendorLedgerSchema),
    metadata: pageMetadataSchema,
    handler: async ({ ctx, services, query }) =>
      pageReply(await services.ledger.listOfVendor(requireVendor(ctx), query), vendorLedgerResponse),
  }),
  route({
    method: 'get',
    path: '/admin/ledger',
    summary: 'List ledger transactions with their entries',
    auth: 'admin',
    permission: 'payout:view',
    query: adminLedgerQuery,
    response: z.array(adminLedgerSchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) => pageReply(await services.ledger.list(query), adminLedgerResponse),
  }),
  route({
    method: 'get',
    path: '/admin/ledger/check',
    summary: 'Reconcile the ledger with payments, orders and payouts',
    description: 'Each rule with the rows that break it. `npm run ledger:check` does the same.',
    auth: 'admin',
    permission: 'payout:view',
    response: ledgerCheckSchema,
    handler: async ({ services }) => services.ledger.check(),
  }),
  route({
    method: 'post',
    path: '/admin/ledger/adjustments',
    summary: 'Adjust the account of a vendor',
    description: `A positive amount is owed to the vendor, a negative one by the vendor. ${WAITS}`,
    auth: 'admin',
    permission: 'payout:manage',
    act: 'money',
    body: adjustmentSchema,
    response: adminLedgerSchema,
    success: 201,
    ...waits,
    idempotent: true,
    errors: [ledgerErrors.unknownVendor],
    handler: async ({ ctx, services, body }) => {
      const done = await services.ledger.adjust(ctx, body);
      return done.posted ? adminLedgerResponse(done.posted) : waitingReply(services, done.approvalId ?? '');
    },
  }),
]);
