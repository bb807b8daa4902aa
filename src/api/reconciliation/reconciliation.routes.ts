import { z } from 'zod';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { sendFile } from '#api/kernel/send-file.js';
import { subOrderScope } from '#api/orders/sub-order-scope.js';
import { paymentsErrors } from '#domain/payments/payments.errors.js';
import { reconciliationErrors } from '#domain/reconciliation/reconciliation.errors.js';
import {
  decisionSchema,
  disputeQuery,
  disputeResponse,
  disputeSchema,
  inTransitResponse,
  inTransitSchema,
  ownerSchema,
  remittanceSchema,
  remittedSchema,
  settlementLineQuery,
  settlementLineResponse,
  settlementLineSchema,
  settlementQuery,
  settlementResponse,
  settlementSchema,
  unmatchedMoneyQuery,
  unmatchedMoneyResponse,
  unmatchedMoneySchema,
} from './reconciliation.schemas.js';

const view = { method: 'get', auth: 'admin', permission: 'reconciliation:view' } as const;
const manage = { method: 'post', auth: 'admin', permission: 'reconciliation:manage' } as const;
const dispute = { disputeId: 'dispute' } as const;
const settlement = { settlementId: 'settlement' } as const;
const item = { unmatchedMoneyId: 'unmatchedMoney' } as const;

export const reconciliationRoutes = routes('reconciliation', [
  route({
    ...view,
    path: '/admin/disputes',
    summary: 'List disputes',
    query: disputeQuery,
    response: z.array(disputeSchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) =>
      pageReply(await services.reconciliation.disputes(query), disputeResponse),
  }),
  route({
    ...view,
    path: '/admin/disputes/:disputeId',
    summary: 'Get a dispute',
    params: dispute,
    response: disputeSchema,
    handler: async ({ services, params }) =>
      disputeResponse(await services.reconciliation.dispute(params.disputeId)),
  }),
  route({
    ...manage,
    path: '/admin/disputes/:disputeId/evidence',
    summary: 'Request the evidence of a dispute',
    description: 'Invoices, tracking, proof of delivery and mails, as one ZIP.',
    params: dispute,
    response: disputeSchema,
    success: 202,
    errors: [reconciliationErrors.disputeWithoutOrder],
    handler: async ({ ctx, services, params }) =>
      disputeResponse(await services.reconciliation.collectEvidence(ctx, params.disputeId)),
  }),
  route({
    ...view,
    path: '/admin/disputes/:disputeId/evidence',
    summary: 'Download the evidence of a dispute',
    params: dispute,
    kind: 'file',
    contentType: 'application/zip',
    errors: [reconciliationErrors.evidenceMissing],
    handler: async ({ services, params, response }) =>
      sendFile(response, await services.reconciliation.evidence(params.disputeId)),
  }),
  route({
    ...view,
    path: '/admin/settlements',
    summary: 'List settlements',
    query: settlementQuery,
    response: z.array(settlementSchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) =>
      pageReply(await services.reconciliation.settlements(query), settlementResponse),
  }),
  route({
    ...view,
    path: '/admin/settlements/in-transit',
    summary: 'Get what providers hold',
    response: z.array(inTransitSchema),
    handler: async ({ services }) => (await services.reconciliation.inTransit()).map(inTransitResponse),
  }),
  route({
    ...manage,
    path: '/admin/settlements/remittances',
    summary: 'Import what a courier paid over in cash',
    description:
      'All rows or none. Transfers become settlements of `cod`; rows that differ, unmatched money.',
    act: 'money',
    unknownKeys: 'strict',
    body: remittanceSchema,
    response: remittedSchema,
    errors: [reconciliationErrors.remittanceKnown],
    bodyExample: { month: '2026-11', csv: 'awb,amount,date,utr\nAWB1,500.00,2026-11-28,UTR1\n' },
    handler: async ({ ctx, services, body }) => {
      const { settlements, differences } = await services.reconciliation.importRemittance(
        ctx,
        body.month,
        body.csv,
      );
      return { settlements: settlements.map(settlementResponse), differences };
    },
  }),
  route({
    ...view,
    path: '/admin/settlements/:settlementId',
    summary: 'Get a settlement',
    params: settlement,
    response: settlementSchema,
    handler: async ({ services, params }) =>
      settlementResponse(await services.reconciliation.settlement(params.settlementId)),
  }),
  route({
    ...view,
    path: '/admin/settlements/:settlementId/lines',
    summary: 'List the lines of a settlement',
    params: settlement,
    query: settlementLineQuery,
    response: z.array(settlementLineSchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, params, query }) =>
      pageReply(await services.reconciliation.lines(params.settlementId, query), settlementLineResponse),
  }),
  route({
    ...view,
    path: '/admin/unmatched-money',
    summary: 'List unmatched money',
    query: unmatchedMoneyQuery,
    response: z.array(unmatchedMoneySchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) =>
      pageReply(await services.reconciliation.items(query), unmatchedMoneyResponse),
  }),
  route({
    ...view,
    path: '/admin/unmatched-money/:unmatchedMoneyId',
    summary: 'Get unmatched money',
    params: item,
    response: unmatchedMoneySchema,
    handler: async ({ services, params }) =>
      unmatchedMoneyResponse(await services.reconciliation.item(params.unmatchedMoneyId)),
  }),
  route({
    ...manage,
    path: '/admin/unmatched-money/:unmatchedMoneyId/decide',
    summary: 'Apply a decision to unmatched money',
    description: 'A repeat with the same decision changes nothing.',
    act: 'money',
    params: item,
    unknownKeys: 'strict',
    body: decisionSchema,
    response: unmatchedMoneySchema,
    errors: [
      reconciliationErrors.itemClosed,
      reconciliationErrors.decisionUnfit,
      reconciliationErrors.amountAboveLeft,
      reconciliationErrors.disputeWithoutOrder,
      paymentsErrors.refundPiecesLeft,
      paymentsErrors.refundExceedsLeft,
      paymentsErrors.orderUnpaid,
    ],
    bodyExample: { decision: 'not_of_order', note: 'A deposit of the office' },
    handler: async ({ ctx, services, params, body }) =>
      unmatchedMoneyResponse(
        await services.reconciliation.decide(ctx, params.unmatchedMoneyId, subOrderScope(body)),
      ),
  }),
  route({
    ...manage,
    path: '/admin/unmatched-money/:unmatchedMoneyId/owner',
    summary: 'Give unmatched money to an operator',
    params: item,
    unknownKeys: 'strict',
    body: ownerSchema,
    response: unmatchedMoneySchema,
    errors: [reconciliationErrors.unknownOwner],
    handler: async ({ ctx, services, params, body }) =>
      unmatchedMoneyResponse(await services.reconciliation.assign(ctx, params.unmatchedMoneyId, body.userId)),
  }),
]);
