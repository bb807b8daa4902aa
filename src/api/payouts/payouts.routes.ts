import { waitingReply, waits } from '#api/access/money-approvals.schemas.js';
import { z } from 'zod';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { requireVendor } from '#api/kernel/require.js';
import { route, routes } from '#api/kernel/route.js';
import { CSV, sendFile } from '#api/kernel/send-file.js';
import { accessErrors } from '#domain/access/access.errors.js';
import { payoutsErrors } from '#domain/payouts/payouts.errors.js';
import {
  adminPayoutQuery,
  adminPayoutResponse,
  adminPayoutSchema,
  balanceResponse,
  balanceSchema,
  payoutFailedSchema,
  payoutInputSchema,
  payoutPaidSchema,
  statementQuery,
  vendorPayoutQuery,
  vendorPayoutResponse,
  vendorPayoutSchema,
} from './payouts.schemas.js';

const item = { payoutId: 'payout' } as const;
const owner = { auth: 'vendor', vendorRole: 'admin' } as const;

export const payoutsRoutes = routes('payouts', [
  route({
    method: 'post',
    path: '/admin/payouts',
    summary: 'Create a payout for a vendor',
    description:
      'Takes the payable ledger entries posted before `until`. Sales are payable once delivered `payout.hold_days` ago ' +
      '(`returns.window_days` where that is longer), without an open return or pending refund; entries against the vendor ' +
      'count at once.',
    auth: 'admin',
    permission: 'payout:manage',
    act: 'money',
    body: payoutInputSchema,
    response: adminPayoutSchema,
    success: 201,
    idempotent: true,
    errors: [
      payoutsErrors.unknownVendor,
      payoutsErrors.nothingToPay,
      payoutsErrors.bankDetailsMissing,
      payoutsErrors.bankDetailsChanged,
      payoutsErrors.vendorHeld,
      payoutsErrors.providerNotReady,
    ],
    handler: async ({ ctx, services, body }) => adminPayoutResponse(await services.payouts.create(ctx, body)),
  }),
  route({
    method: 'get',
    path: '/admin/payouts',
    summary: 'List payouts',
    auth: 'admin',
    permission: 'payout:view',
    query: adminPayoutQuery,
    response: z.array(adminPayoutSchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) =>
      pageReply(await services.payouts.list({}, query), adminPayoutResponse),
  }),
  route({
    method: 'get',
    path: '/admin/payouts/:payoutId',
    summary: 'Get a payout',
    auth: 'admin',
    permission: 'payout:view',
    params: item,
    response: adminPayoutSchema,
    handler: async ({ services, params }) => adminPayoutResponse(await services.payouts.get(params)),
  }),
  route({
    method: 'post',
    path: '/admin/payouts/:payoutId/paid',
    summary: 'Record a payout as paid',
    description:
      'Posts it in the ledger and mails the vendor. A repeat with the same reference changes nothing.',
    auth: 'admin',
    permission: 'payout:manage',
    act: 'money',
    params: item,
    body: payoutPaidSchema,
    response: adminPayoutSchema,
    errors: [payoutsErrors.wrongState, payoutsErrors.sentByProvider, accessErrors.awaitingApproval],
    ...waits,
    handler: async ({ ctx, services, params, body }) => {
      const done = await services.payouts.markPaid(ctx, params.payoutId, body.reference);
      return done.paid ? adminPayoutResponse(done.paid) : waitingReply(services, done.approvalId);
    },
  }),
  route({
    method: 'post',
    path: '/admin/payouts/:payoutId/failed',
    summary: 'Record a payout as failed',
    description:
      'Its entries can be paid again. A payout that was paid fails only when its bank has returned the money, with the reference ' +
      'of the return in `bankReference`: the ledger reverses it. A repeat changes nothing.',
    auth: 'admin',
    permission: 'payout:manage',
    act: 'money',
    params: item,
    body: payoutFailedSchema,
    response: adminPayoutSchema,
    errors: [payoutsErrors.sentByProvider, payoutsErrors.bankReturnNeeded],
    handler: async ({ ctx, services, params, body }) =>
      adminPayoutResponse(await services.payouts.markFailed(ctx, params.payoutId, body)),
  }),
  route({
    method: 'post',
    path: '/admin/payouts/:payoutId/approve',
    summary: 'Approve a payout above the limit',
    description:
      'As `POST /admin/money-approvals/{moneyApprovalId}/approve` of its approval: the provider sends it, or the next bank file has it. To reject ' +
      'it, refuse the approval or record the payout as failed.',
    auth: 'admin',
    permission: 'money:approve',
    act: 'money',
    apiKeys: false,
    params: item,
    response: adminPayoutSchema,
    errors: [
      payoutsErrors.notAwaitingApproval,
      accessErrors.approvalDecided,
      accessErrors.ownApproval,
      accessErrors.aloneTooEarly,
      accessErrors.aloneNeedsFactor,
    ],
    handler: async ({ ctx, services, params }) =>
      adminPayoutResponse(await services.payouts.approve(ctx, params.payoutId)),
  }),
  route({
    ...owner,
    method: 'get',
    path: '/vendor/balance',
    summary: 'Get the balance of the active vendor',
    response: balanceSchema,
    handler: async ({ ctx, services }) =>
      balanceResponse(await services.payouts.balance(ctx, requireVendor(ctx))),
  }),
  route({
    ...owner,
    method: 'get',
    path: '/vendor/payouts',
    summary: 'List the payouts of the active vendor',
    query: vendorPayoutQuery,
    response: z.array(vendorPayoutSchema),
    metadata: pageMetadataSchema,
    handler: async ({ ctx, services, query }) =>
      pageReply(await services.payouts.list({ vendorId: requireVendor(ctx) }, query), vendorPayoutResponse),
  }),
  route({
    ...owner,
    method: 'get',
    path: '/vendor/payouts/:payoutId/statement',
    summary: 'Download the statement of a payout',
    description:
      'A CSV with each entry; the net amounts add up to the payout. `format=pdf` is there for payouts that were paid.',
    kind: 'file',
    contentType: '*/*',
    params: item,
    query: statementQuery,
    errors: [payoutsErrors.notPaid, payoutsErrors.statementRendering],
    handler: async ({ ctx, services, params, query, response }) => {
      const scope = { ...params, vendorId: requireVendor(ctx) };
      const name = `payout-${params.payoutId}.${query.format}`;
      if (query.format === 'csv') {
        const content = await services.payouts.statement(scope);
        return sendFile(response, { name, contentType: CSV, content });
      }
      const { body: content, contentLength } = await services.payouts.statementPdf(ctx, scope);
      return sendFile(response, { name, contentType: 'application/pdf', content, contentLength });
    },
  }),
]);
