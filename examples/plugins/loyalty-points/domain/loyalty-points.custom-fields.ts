import { defineCustomFields, z } from 'haat/plugin';

export const loyaltyPointsCustomFields = defineCustomFields({
  product: {
    pointsFactor: {
      schema: z.int().min(1).max(10),
      label: 'Points factor',
      description: 'How many times the usual points a product earns',
      visibility: 'public',
      editableBy: 'vendor',
    },
  },
  order: {
    pointsNote: { schema: z.string().max(500), label: 'Note on points', visibility: 'admin' },
  },
  user: {
    loyaltyTier: { schema: z.enum(['silver', 'gold']), label: 'Loyalty tier', visibility: 'public' },
    birthday: {
      schema: z.iso.date(),
      label: 'Birthday',
      description: 'Points are given on it',
      visibility: 'public',
      editableBy: 'customer',
    },
  },
});
