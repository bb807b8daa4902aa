import { defineEvent } from '#domain/_shared/event.js';

export const vendorPageUpdated = defineEvent<{ vendorId: string }>(
  'vendor.page.updated',
  'vendor',
  'The page that a vendor shows shoppers was changed',
);

export const vendorPagesEvents = { updated: vendorPageUpdated };
