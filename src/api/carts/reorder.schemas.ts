import { z } from 'zod';
import { idOf, moneySchema } from '#api/kernel/values.js';
import { reorderOutcomes, reorderReasons } from '#domain/carts/reorder.js';
import { cartSchema } from './carts.schemas.js';

export const reorderInput = z
  .object({
    cartId: idOf('cart').optional().meta({
      description: 'The cart to fill; without it the open one that was changed last, or a new one',
    }),
  })
  .meta({ id: 'ReorderInput' });

const reorderedLineSchema = z
  .object({
    variantId: idOf('productVariant'),
    productId: idOf('product'),
    title: z.string().meta({ description: 'As it was ordered' }),
    variantTitle: z.string().nullable(),
    thumbnail: z.string().nullable(),
    quantity: z.int().meta({ description: 'Ordered pieces' }),
    outcome: z.enum(reorderOutcomes).meta({
      description: '`reduced`: fewer pieces than were ordered; `not_available`: none',
    }),
    reason: z.enum(reorderReasons).nullable().meta({ description: 'Null for `added`' }),
    addedQuantity: z.int().meta({ description: 'Pieces of the order that the cart has now' }),
    orderedPrice: moneySchema.meta({ description: 'Of a piece in the order, in subunits' }),
    price: moneySchema
      .nullable()
      .meta({ description: 'Of a piece now, in subunits; null for `not_available`' }),
    priceChanged: z.boolean(),
  })
  .meta({ id: 'ReorderedLine' });

export const reorderedSchema = z
  .object({ cart: cartSchema, lines: z.array(reorderedLineSchema) })
  .meta({ id: 'Reordered' });
