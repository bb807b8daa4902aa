import { z } from 'zod';
import {
  type CustomFieldEntity,
  customFieldEntities,
  customFieldSearches,
  customFieldVisibilities,
} from '#domain/_shared/custom-field.js';
import {
  type DeclaredField,
  type FieldAudience,
  sees,
  writes,
} from '#domain/custom-fields/declared-fields.js';
import { customFieldsOf } from '#domain/custom-fields/registered-fields.js';

export const declaredFieldSchema = z
  .object({
    entity: z.enum(customFieldEntities),
    key: z.string(),
    label: z.string(),
    description: z.string().nullable(),
    visibility: z.enum(customFieldVisibilities),
    owner: z.string().meta({ description: 'The plugin that declares it, or haat.config.ts' }),
    search: z.enum(customFieldSearches).nullable().meta({ description: 'What searches do with it' }),
    editableBy: z.array(z.enum(['admin', 'vendor', 'customer'])),
  })
  .meta({ id: 'DeclaredCustomField' });

const nullable = ({ schema, label, description }: DeclaredField) =>
  (schema as unknown as z.ZodType).nullable().meta({ title: label, ...(description && { description }) });

/** The fields of a kind of row that an audience sees; null is not set. */
export const fieldsSchema = (entity: CustomFieldEntity, audience: FieldAudience) =>
  z.object(
    Object.fromEntries(
      customFieldsOf(entity)
        .filter((field) => sees(audience, field))
        .map((field) => [field.key, nullable(field)]),
    ),
  ) as z.ZodType<Record<string, unknown>>;

/**
 * The body of an operation that creates or changes a row, with the custom fields that its callers write, under
 * `customFields`. Where there are none it stays what it is.
 */
export function withCustomFields<Body extends z.ZodObject>(
  body: Body,
  entity: CustomFieldEntity,
  audience: FieldAudience,
): z.ZodType<z.output<Body> & { customFields?: Record<string, unknown> }> {
  const written = customFieldsOf(entity).some((field) => writes(audience, field));
  const { description } = body.meta() ?? {};
  const customFields = fieldsPatchSchema(entity, audience)
    .optional()
    .meta({ description: 'Null takes a field away; fields that are left out stay' });
  return (written ? body.safeExtend({ customFields }).meta({ description }) : body) as never;
}

/** What an audience may send: fields that it does not write are unknown. */
export const fieldsPatchSchema = (entity: CustomFieldEntity, audience: FieldAudience) =>
  z.strictObject(
    Object.fromEntries(
      customFieldsOf(entity)
        .filter((field) => writes(audience, field))
        .map((field) => [field.key, nullable(field).optional()]),
    ),
  ) as z.ZodType<Record<string, unknown>>;
