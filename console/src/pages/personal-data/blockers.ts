import type { RowOf } from 'haat-client';

export type Erasure = RowOf<'getAdminPersonalDataErasures'>;
type Blocker = Erasure['blockedBy'][number];

/** What holds an erasure, and what ends that; `to` is where an operator does it. */
export const blockers: Readonly<Record<Blocker, { why: string; remedy: string; to: string }>> = {
  open_orders: {
    why: 'Orders are neither delivered nor cancelled.',
    remedy: 'Deliver or cancel them',
    to: '/admin/orders',
  },
  open_returns: {
    why: 'Returns are not finished.',
    remedy: 'Decide and receive them',
    to: '/money?tab=returns',
  },
  open_refunds: {
    why: 'Refunds are not paid.',
    remedy: 'Retry or pay them',
    to: '/money',
  },
  store_credit: {
    why: 'Store credit is left. The user spends it, or cancels and requests the erasure anew with giving it up.',
    remedy: 'Store credit',
    to: '/money?tab=credit',
  },
  sole_owner: {
    why: 'The user is the only owner of a vendor, whose payouts nobody could take.',
    remedy: 'Vendors',
    to: '/admin/vendors',
  },
  last_super_admin: {
    why: 'The user is the only superAdmin.',
    remedy: 'Give the role to somebody else',
    to: '/admin/roles',
  },
};
