import { definePermissions } from '#domain/_shared/permission.js';

export const payoutsPermissions = definePermissions({
  'payout:view': 'Read payouts and the ledger',
  'payout:manage': 'Create payouts, export them for the bank and record their outcome',
});
