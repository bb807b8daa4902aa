import { z } from 'zod';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { requireVendor } from '#api/kernel/require.js';
import { route, routes } from '#api/kernel/route.js';
import { payoutsErrors } from '#domain/payouts/payouts.errors.js';
import {
  accountCancelSchema,
  adminAccountQuery,
  adminAccountResponse,
  adminAccountSchema,
  vendorAccountQuery,
  vendorAccountResponse,
  vendorAccountSchema,
} from './payout-accounts.schemas.js';

const item = { payoutAccountId: 'payoutAccount' } as const;

export const payoutAccountsRoutes = routes('payouts', [
  route({
    method: 'get',
    path: '/admin/payout-accounts',
    summary: 'List changed bank details of vendors',
    description:
      'Without the first details of a vendor, which hold nothing. Payouts wait until those in effect are verified.',
    auth: 'admin',
    permission: 'payout:view',
    query: adminAccountQuery,
    response: z.array(adminAccountSchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) =>
      pageReply(await services.payoutAccounts.list({}, query), adminAccountResponse),
  }),
  route({
    method: 'post',
    path: '/admin/payout-accounts/:payoutAccountId/cancel',
    summary: 'Cancel changed bank details',
    description:
      'Holds the payouts of the vendor, and mails it the reason, until it enters other details or they are tried again. A ' +
      'repeat changes nothing.',
    auth: 'admin',
    permission: 'payout:manage',
    act: 'money',
    params: item,
    body: accountCancelSchema,
    response: adminAccountSchema,
    errors: [payoutsErrors.accountNotOpen],
    handler: async ({ ctx, services, params, body }) =>
      adminAccountResponse(await services.payoutAccounts.cancel(ctx, params.payoutAccountId, body.reason)),
  }),
  route({
    method: 'post',
    path: '/admin/payout-accounts/:payoutAccountId/retry',
    summary: 'Retry the test of changed bank details',
    description:
      'Those that failed or were cancelled get another test transfer, once they have waited long enough.',
    auth: 'admin',
    permission: 'payout:manage',
    act: 'money',
    params: item,
    response: adminAccountSchema,
    errors: [payoutsErrors.accountNotOpen],
    handler: async ({ ctx, services, params }) =>
      adminAccountResponse(await services.payoutAccounts.retry(ctx, params.payoutAccountId)),
  }),
  route({
    auth: 'vendor',
    vendorRole: 'admin',
    method: 'get',
    path: '/vendor/payout-accounts',
    summary: 'List the changed bank details of the active vendor',
    query: vendorAccountQuery,
    response: z.array(vendorAccountSchema),
    metadata: pageMetadataSchema,
    handler: async ({ ctx, services, query }) =>
      pageReply(
        await services.payoutAccounts.list({ vendorId: requireVendor(ctx) }, query),
        vendorAccountResponse,
      ),
  }),
]);
