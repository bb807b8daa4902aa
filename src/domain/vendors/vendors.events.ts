import { defineEvent } from '#domain/_shared/event.js';

export const vendorSuspended = defineEvent<{ vendorId: string }>(
  'vendor.suspended',
  'vendor',
  'A vendor was suspended: its products leave search and cannot be bought',
);

export const vendorReactivated = defineEvent<{ vendorId: string }>(
  'vendor.reactivated',
  'vendor',
  'A suspended vendor may sell again',
);
