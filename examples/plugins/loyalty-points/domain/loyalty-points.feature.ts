import { defineFeature, z } from 'haat/plugin';

export const loyaltyPointsFeature = defineFeature({
  slug: 'loyalty-points',
  text: 'Points for delivered orders, and the coupons that buyers get for them.',
  permissions: { 'loyaltyPoints:read': 'Read the loyalty points of buyers' },
  options: z.object({
    /** What a buyer pays, in subunits, for one point. */
    subunitsForPoint: z.int().positive().default(100_00),
    /** What a point is worth in a coupon, in subunits. */
    subunitsOfPoint: z.int().positive().default(1_00),
  }),
  remedies: {
    releasePoints: {
      text: 'Correct what the reason names; the points stay pending until the workflow is started again.',
      retry: { way: 'event', subscription: 'loyalty-points-release' },
    },
  },
});
