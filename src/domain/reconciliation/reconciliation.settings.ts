import { z } from 'zod';
import { setting } from '#domain/_shared/setting.js';
import { disputeShares } from './dispute.js';

/** How the operator deals with the books of payment providers. */
export const reconciliationSettings = {
  disputeShare: setting('admin', 'reconciliation.dispute_share', {
    schema: z.enum(disputeShares),
    default: 'by_reason',
    description:
      'Who bears a lost dispute: `vendor`, `platform`, or `by_reason`, where the vendor bears those of `reconciliation.dispute_vendor_reasons`',
  }),
  disputeVendorReasons: setting('admin', 'reconciliation.dispute_vendor_reasons', {
    schema: z.array(z.string().trim().min(1).max(100)).max(100),
    default: [
      'goods_or_services_not_received_or_partially_received',
      'goods_or_services_not_as_described',
      'product_not_received',
      'product_unacceptable',
      'credit_not_processed',
    ],
    description: 'Reason codes of providers whose lost disputes the vendors bear',
  }),
  settledWithinDays: setting('admin', 'reconciliation.settled_within_days', {
    schema: z.int().min(1).max(90),
    default: 7,
    description: 'Days within which a provider settles money; what takes longer is on the home page',
  }),
} as const;
