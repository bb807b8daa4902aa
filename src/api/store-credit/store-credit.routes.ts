import { z } from 'zod';
import { cursorMetadataSchema } from '#api/kernel/cursor-query.js';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { waitingReply, waits, WAITS } from '#api/access/money-approvals.schemas.js';
import { pageReply, Reply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { storeCreditErrors } from '#domain/store-credit/store-credit.errors.js';
import {
  adminCreditMovementResponse,
  adminCreditMovementSchema,
  creditAccountResponse,
  creditAccountSchema,
  creditAccountsQuery,
  creditAdjustmentSchema,
  creditBalanceSchema,
  creditMovementResponse,
  creditMovementSchema,
  creditMovementsQuery,
  statementQuery,
} from './store-credit.schemas.js';

const view = { method: 'get', auth: 'admin', permission: 'storeCredit:view' } as const;

export const storeCreditRoutes = routes('store-credit', [
  route({
    method: 'get',
    path: '/store/store-credit',
    summary: 'Get the store credit of the buyer',
    auth: 'customer',
    response: creditBalanceSchema,
    handler: async ({ ctx, services }) => services.storeCredit.balance(ctx),
  }),
  route({
    method: 'get',
    path: '/store/store-credit/movements',
    summary: 'List the changes of the buyer’s store credit',
    description: 'The statement, newest first; each row says the balance after it.',
    auth: 'customer',
    query: statementQuery,
    response: z.array(creditMovementSchema),
    metadata: cursorMetadataSchema,
    handler: async ({ ctx, services, query }) => {
      const { rows, metadata } = await services.storeCredit.statement(ctx, query);
      return new Reply(rows.map(creditMovementResponse), { metadata });
    },
  }),
  route({
    ...view,
    path: '/admin/store-credit/accounts',
    summary: 'List buyers with their store credit',
    description: '`search` looks into addresses and names.',
    query: creditAccountsQuery,
    response: z.array(creditAccountSchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) =>
      pageReply(await services.storeCredit.accounts(query), creditAccountResponse),
  }),
  route({
    ...view,
    path: '/admin/store-credit/movements',
    summary: 'List changes of store credit',
    description: '`search` finds numbers of orders and addresses.',
    query: creditMovementsQuery,
    response: z.array(adminCreditMovementSchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) =>
      pageReply(await services.storeCredit.movements(query), adminCreditMovementResponse),
  }),
  route({
    method: 'post',
    path: '/admin/store-credit/adjustments',
    summary: 'Adjust the store credit of a buyer',
    description: `What is granted is mailed to the buyer with the reason. A balance never goes below zero. ${WAITS}`,
    auth: 'admin',
    permission: 'storeCredit:manage',
    act: 'money',
    body: creditAdjustmentSchema,
    response: adminCreditMovementSchema,
    success: 201,
    ...waits,
    idempotent: true,
    errors: [storeCreditErrors.off, storeCreditErrors.balanceTooLow, storeCreditErrors.accountDeleted],
    handler: async ({ ctx, services, body }) => {
      const done = await services.storeCredit.adjust(ctx, body);
      return 'movement' in done
        ? adminCreditMovementResponse(done.movement)
        : waitingReply(services, done.approvalId);
    },
  }),
]);
