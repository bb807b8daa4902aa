import { z } from 'zod';
import { idOf, idSchema, moneySchema, textSchema } from '#api/kernel/values.js';
import { issueOf } from '#domain/_shared/issue-codes.js';
import { BULK_PRODUCTS, bulkActions, bulkPercent } from '#domain/products/bulk-change.js';

const id = idSchema.toLowerCase();
const ids = z.array(id).max(250);

const percent = z
  .number()
  .min(bulkPercent.min)
  .max(bulkPercent.max)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'must have at most two decimals')
  .meta({ description: 'Of `price`: by how much prices change. Special prices stay', example: 10 });

/** The field that an action cannot do without. */
const needed = { price: 'percent', attribute: 'attribute' } as const;

export const bulkProductsSchema = z
  .object({
    productIds: z.array(idOf('product').toLowerCase()).min(1).max(BULK_PRODUCTS),
    action: z.enum(bulkActions),
    dryRun: z.boolean().optional().meta({ description: 'Says what would happen, and changes nothing' }),
    percent: percent.optional(),
    roundTo: z.int().min(1).max(1_000_000).optional().meta({
      description: 'Of `price`, in subunits: rounds half up to a multiple of it, by default 1',
    }),
    addTagIds: ids.optional().meta({ description: 'Of `tag`' }),
    removeTagIds: ids.optional().meta({ description: 'Of `tag`' }),
    attribute: z
      .object({
        attributeId: id,
        attributeValueIds: z.array(id).max(250).optional().meta({
          description: 'Of select and multi_select',
        }),
        value: textSchema(255).trim().min(1).nullable().optional().meta({
          description: 'Of text, number and boolean; without either the attribute is removed',
        }),
      })
      .optional()
      .meta({ description: 'Of `attribute`: replaces what the products have of it' }),
  })
  .superRefine(({ productIds, action, addTagIds = [], removeTagIds = [], ...body }, context) => {
    if (new Set(productIds).size < productIds.length)
      context.addIssue(issueOf('not_unique', 'must not contain duplicates', ['productIds']));
    const field = action === 'price' || action === 'attribute' ? needed[action] : undefined;
    if (field && body[field] === undefined)
      context.addIssue(issueOf('required', `is required for the action ${action}`, [field]));
    if (action === 'tag' && addTagIds.length + removeTagIds.length === 0)
      context.addIssue(
        issueOf('required', 'or `removeTagIds` is required for the action tag', ['addTagIds']),
      );
  })
  .meta({ id: 'BulkProductChange' });
export type BulkProductsInput = z.output<typeof bulkProductsSchema>;

const price = moneySchema.nullable();

export const bulkResultSchema = z
  .object({
    dryRun: z.boolean(),
    changed: z.int(),
    unchanged: z.int(),
    failed: z.int(),
    products: z.array(
      z.object({
        productId: idOf('product'),
        title: z.string().nullable().meta({ description: 'Null for a product that was not found' }),
        outcome: z
          .enum(['changed', 'waiting', 'unchanged', 'failed'])
          .meta({ description: '`waiting`: for an approval; counted in `changed`' }),
        prices: z
          .array(z.object({ variantId: idOf('productVariant'), before: price, after: price }))
          .meta({ description: 'Of `price`: each variant whose price changes' }),
        error: z
          .object({
            reason: z.string(),
            message: z.string(),
            errors: z.array(z.object({ path: z.string(), message: z.string(), code: z.string() })),
          })
          .nullable(),
      }),
    ),
  })
  .meta({ id: 'BulkProductResult' });
export type BulkResult = z.input<typeof bulkResultSchema>;
export type BulkProductResult = BulkResult['products'][number];
