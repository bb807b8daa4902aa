import { issueOf } from '#domain/_shared/issue-codes.js';
import { z } from 'zod';
import { listQuerySchema } from '#api/kernel/list-query.js';
import { idOf, idSchema, instantSchema, iso, textSchema } from '#api/kernel/values.js';
import type { StockMovement } from '#domain/inventory/stock-movement.js';
import type { StockLevel } from '#domain/inventory/stock-level.js';

/** More pieces than any warehouse holds, and few enough that sums fit. */
const MAX_PIECES = 100_000_000;

const pieces = z.int().meta({ description: 'Pieces' });

export const stockLevelSchema = z
  .object({
    variantId: idOf('productVariant'),
    productId: idOf('product'),
    productTitle: z.string(),
    productSlug: z.string(),
    variantTitle: z.string().nullable().meta({ example: 'M / Red' }),
    sku: z.string().nullable(),
    thumbnail: z.string().nullable(),
    onHand: pieces,
    reserved: pieces,
    available: pieces.meta({ description: 'Pieces that can be sold' }),
    trackInventory: z.boolean(),
    allowBackorder: z.boolean(),
    lowStockThreshold: pieces.nullable(),
    inStock: z.boolean(),
    lowStock: z.boolean(),
    updatedAt: instantSchema,
  })
  .meta({ id: 'StockLevel' });
export type StockLevelResponse = z.output<typeof stockLevelSchema>;

export const stockListQuery = listQuerySchema({
  filters: {
    productId: 'id',
    sku: 'string',
    productTitle: 'string',
    onHand: 'number',
    reserved: 'number',
    available: 'number',
    trackInventory: 'boolean',
    allowBackorder: 'boolean',
    inStock: 'boolean',
    lowStock: 'boolean',
    updatedAt: 'date',
  },
  sort: ['createdAt', 'updatedAt', 'productTitle', 'sku', 'onHand', 'reserved', 'available'],
});

export const stockMovementSchema = z
  .object({
    id: idSchema,
    onHandDelta: pieces.meta({ description: 'Pieces that came (positive) or went (negative)' }),
    reservedDelta: pieces.meta({ description: 'Pieces held for orders (positive) or released (negative)' }),
    reason: z.string(),
    actorType: z.enum(['user', 'guest', 'api_key', 'system', 'webhook']),
    createdAt: instantSchema,
  })
  .meta({ id: 'StockMovement' });

export const stockMovementsQuery = listQuerySchema({ sort: ['createdAt'] });

export function stockMovementResponse(movement: StockMovement): z.input<typeof stockMovementSchema> {
  return { ...movement, createdAt: iso(movement.createdAt) };
}

export const stockSettingsSchema = z
  .object({
    trackInventory: z.boolean().optional(),
    allowBackorder: z.boolean().optional(),
    lowStockThreshold: z.int().min(0).max(MAX_PIECES).nullable().optional(),
  })
  .meta({ id: 'StockSettings' });
export type StockSettingsInput = z.output<typeof stockSettingsSchema>;

export const stockAdjustmentSchema = z
  .object({
    delta: z
      .int()
      .min(-MAX_PIECES)
      .max(MAX_PIECES)
      .refine((delta) => delta !== 0, 'must not be 0')
      .meta({ description: 'Quantity added (positive) or removed (negative)' }),
    reason: textSchema(255).trim().min(1),
  })
  .meta({ id: 'StockAdjustment' });

export const bulkAdjustmentSchema = z
  .object({
    adjustments: z
      .array(stockAdjustmentSchema.extend({ variantId: idOf('productVariant').toLowerCase() }))
      .min(1)
      .max(500)
      .superRefine((adjustments, context) => {
        const seen = new Set<string>();
        for (const [index, { variantId }] of adjustments.entries()) {
          if (seen.has(variantId)) {
            context.addIssue(issueOf('not_unique', 'must be unique', [index, 'variantId']));
          }
          seen.add(variantId);
        }
      }),
  })
  .meta({ id: 'BulkStockAdjustment' });

export function stockLevelResponse(level: StockLevel): StockLevelResponse {
  return { ...level, updatedAt: iso(level.updatedAt) };
}
