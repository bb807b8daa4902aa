import { z } from 'zod';
import { idOf, idSchema, moneySchema } from '#api/kernel/values.js';
import { couponRuleNames } from '#domain/discounts/coupon-rules.js';

export const explainDiscountSchema = z
  .object({
    cartId: idOf('cart'),
    platform: z.enum(['WEB', 'APP']).default('WEB').meta({ description: 'What the buyer uses' }),
  })
  .meta({ id: 'ExplainDiscount' });
export type ExplainDiscountInput = z.output<typeof explainDiscountSchema>;

export const explanationSchema = z
  .object({
    applies: z.boolean(),
    amount: moneySchema.meta({ description: 'What it takes off the items, in subunits' }),
    waivedShipping: moneySchema,
    rules: z.array(z.object({ rule: z.enum(couponRuleNames), holds: z.boolean(), message: z.string() })),
    lines: z.array(
      z.object({
        itemId: idSchema,
        variantId: idOf('productVariant'),
        title: z.string(),
        qualifies: z.boolean(),
        message: z.string(),
        amount: moneySchema,
      }),
    ),
  })
  .meta({ id: 'DiscountExplanation' });
