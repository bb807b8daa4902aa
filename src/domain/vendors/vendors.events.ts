import { defineEvent } from '#domain/_shared/event.js';

export const vendorSuspended = defineEvent<{ vendorId: string }>(
  'vendor.suspended',
  'vendor',
  'A vendor was suspended: its products leave search and cannot be bought',
  { webhook: true },
);

export const vendorReactivated = defineEvent<{ vendorId: string }>(
  'vendor.reactivated',
  'vendor',
  'A suspended vendor may sell again',
);

export const vendorSellingChanged = defineEvent<{ vendorId: string; sells: boolean }>(
  'vendor.selling.changed',
  'vendor',
  'A vendor got a number under which it may sell, or has none any more',
);

export const vendorSlugChanged = defineEvent<{ vendorId: string; slug: string; former: string }>(
  'vendor.slug.changed',
  'vendor',
  'A vendor got another slug; links with the former one still lead to it',
);

export const vendorApproved = defineEvent<{ vendorId: string; applicationId: string }>(
  'vendor.approved',
  'vendor',
  'The application of a vendor was approved: it can sell',
  { webhook: true },
);

export const vendorsEvents = {
  approved: vendorApproved,
  sellingChanged: vendorSellingChanged,
  slugChanged: vendorSlugChanged,
  suspended: vendorSuspended,
  reactivated: vendorReactivated,
};
