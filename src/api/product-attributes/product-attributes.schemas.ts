import { z } from 'zod';
import { listQuerySchema } from '#api/kernel/list-query.js';
import { idOf, idSchema, instantSchema, textSchema } from '#api/kernel/values.js';
import {
  attributeTypes,
  type ProductAttribute,
  type ProductAttributeGroup,
} from '#domain/product-attributes/product-attribute.js';

const MAX_INT = 2_147_483_647;
/** A select with more values than this is a search, not a choice. */
const MAX_VALUES = 1000;
const MAX_MEMBERS = 250;

const text = textSchema(255).trim().min(1);
const code = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[a-z0-9-]+$/, 'must be lower-case letters, digits and hyphens')
  .meta({ example: 'screen-size' });
const sortOrder = z.int().min(0).max(MAX_INT);
const id = idSchema.toLowerCase();

const valueInput = z
  .object({ value: text, sortOrder: sortOrder.optional() })
  .meta({ id: 'ProductAttributeValueInput' });

const replacedValue = valueInput
  .extend({ id: id.optional().meta({ description: 'The value to keep; else it is found by its text' }) })
  .meta({ id: 'ProductAttributeValuePatch' });

export const attributeInputSchema = z
  .object({
    title: text,
    code,
    type: z.enum(attributeTypes),
    isRequired: z.boolean().default(false).meta({ description: 'Wanted of products whose group has it' }),
    isUnique: z.boolean().default(false).meta({ description: 'No two live products share a value' }),
    values: z
      .array(valueInput)
      .max(MAX_VALUES)
      .optional()
      .meta({ description: 'Only of select and multi_select' }),
  })
  .meta({ id: 'ProductAttributeInput' });

export const attributePatchSchema = z
  .object({
    title: text,
    code,
    type: z.enum(attributeTypes),
    isRequired: z.boolean(),
    isUnique: z.boolean(),
    values: z.array(replacedValue).max(MAX_VALUES).meta({ description: 'Replaces the whole set' }),
  })
  .partial()
  .meta({ id: 'ProductAttributePatch' });

const stamps = {
  createdAt: instantSchema,
  updatedAt: instantSchema,
  deletedAt: instantSchema.nullable(),
};

const attributeValueSchema = z
  .object({
    id: idSchema,
    attributeId: idOf('productAttribute'),
    value: z.string(),
    sortOrder: z.int(),
    ...stamps,
  })
  .meta({ id: 'ProductAttributeValue' });

export const attributeSchema = z
  .object({
    id: idOf('productAttribute'),
    title: z.string(),
    code: z.string(),
    type: z.enum(attributeTypes),
    isRequired: z.boolean(),
    isUnique: z.boolean(),
    ...stamps,
    values: z.array(attributeValueSchema).optional().meta({ description: 'Of select and multi_select' }),
  })
  .meta({ id: 'ProductAttribute' });

export const groupInputSchema = z
  .object({
    title: text,
    code,
    attributes: z
      .array(z.object({ attributeId: id, sortOrder: sortOrder.optional() }))
      .max(MAX_MEMBERS)
      .optional(),
  })
  .meta({ id: 'ProductAttributeGroupInput' });

export const groupPatchSchema = groupInputSchema.partial().meta({ id: 'ProductAttributeGroupPatch' });

export const groupSchema = z
  .object({
    id: idOf('productAttributeGroup'),
    title: z.string(),
    code: z.string(),
    ...stamps,
    attributes: z.array(
      attributeSchema.extend({ sortOrder: z.int() }).meta({ id: 'ProductAttributeMember' }),
    ),
  })
  .meta({ id: 'ProductAttributeGroup' });

const groupFilters = { title: 'string', code: 'string', createdAt: 'date', updatedAt: 'date' } as const;
const attributeFilters = {
  ...groupFilters,
  type: attributeTypes,
  isRequired: 'boolean',
  isUnique: 'boolean',
} as const;
const sort = ['createdAt', 'updatedAt', 'title', 'code'];

export const attributeListQuery = listQuerySchema({ filters: attributeFilters, sort, softDelete: true });
export const liveAttributeListQuery = listQuerySchema({ filters: attributeFilters, sort });
export const groupListQuery = listQuerySchema({ filters: groupFilters, sort, softDelete: true });
export const liveGroupListQuery = listQuerySchema({ filters: groupFilters, sort });

export function attributeResponse<Attribute extends ProductAttribute>({ values, ...attribute }: Attribute) {
  return values === null ? attribute : { ...attribute, values };
}

export function groupResponse({ attributes, ...group }: ProductAttributeGroup) {
  return { ...group, attributes: attributes.map(attributeResponse) };
}
