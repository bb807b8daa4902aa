import { defineCustomFields, z } from 'haat/plugin';

export const loyaltyPointsCustomFields = defineCustomFields({
  product: {
    pointsFactor: {
      schema: z.int().min(1).max(10),
      label: 'Points factor',
      description: 'How many times the usual points a product earns',
      visibility: 'public',
      editableBy: 'vendor',
      search: 'facet',
    },
    pointsText: {
      schema: z.string().max(200),
      label: 'Text on points',
      visibility: 'public',
      editableBy: 'vendor',
      search: 'text',
    },
    pointsTerms: {
      schema: z.string().max(20_000),
      label: 'Terms of the points',
      description: 'What the vendor and the operator have agreed upon',
      visibility: 'vendor',
      editableBy: 'vendor',
    },
    pointsAudit: { schema: z.string().max(500), label: 'Audit of points', visibility: 'admin' },
  },
  productVariant: {
    extraPoints: {
      schema: z.int().min(0),
      label: 'Extra points',
      visibility: 'public',
      editableBy: 'vendor',
    },
  },
  category: {
    pointsBanner: { schema: z.string().max(200), label: 'Banner on points', visibility: 'public' },
  },
  vendor: {
    pointsPartner: { schema: z.boolean(), label: 'Partner of the points', visibility: 'vendor' },
  },
  order: {
    giftMessage: {
      schema: z.string().max(200),
      label: 'Gift message',
      visibility: 'public',
      editableBy: 'customer',
    },
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
