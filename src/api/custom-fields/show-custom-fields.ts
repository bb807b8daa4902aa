import { z } from 'zod';
import { JsonText, Reply } from '#api/kernel/reply.js';
import type { Route } from '#api/kernel/route.js';
import type { CustomFieldEntity } from '#domain/_shared/custom-field.js';
import { customFieldsErrors } from '#domain/custom-fields/custom-fields.errors.js';
import { type FieldAudience, sees } from '#domain/custom-fields/declared-fields.js';
import { customFieldsOf } from '#domain/custom-fields/registered-fields.js';
import { fieldsSchema } from './custom-fields.schemas.js';
import type { CustomFieldsService } from './custom-fields.service.js';

type Draft = Omit<Route, 'slug'>;
type Row = Record<string, unknown>;

/** A row that a response is, with who reads it. */
interface Shown {
  entity: CustomFieldEntity;
  audience: FieldAudience;
  /** The member of the row that is its id; by default `id`. */
  idIn?: string;
  /** The member of the response that has the rows, where the response is neither a row nor a list of them. */
  rowsIn?: string;
}

const isShown = (entity: CustomFieldEntity, audience: FieldAudience) =>
  customFieldsOf(entity).some((field) => sees(audience, field));

/** The shape of a response with the fields of its row, or of each of its rows, and of a product of each of its variants. */
function withFields(schema: z.ZodType, shown: Shown): z.ZodType {
  if (schema instanceof z.ZodArray) return z.array(withFields(schema.element as z.ZodType, shown));
  if (!(schema instanceof z.ZodObject)) throw new Error('Custom fields are shown in objects alone');
  const { entity, audience, rowsIn, ...rest } = shown;
  const shape = schema.shape as Record<string, z.ZodType>;
  if (rowsIn) {
    const rows = withFields(shape[rowsIn] ?? z.never(), { entity, audience, ...rest });
    return schema.extend({ [rowsIn]: rows });
  }
  const { variants } = shape;
  const own = isShown(entity, audience) && { customFields: fieldsSchema(entity, audience) };
  const ofVariants = variants instanceof z.ZodArray &&
    variants.element instanceof z.ZodObject &&
    isShown('productVariant', audience) && {
      variants: z.array(variants.element.extend({ customFields: fieldsSchema('productVariant', audience) })),
    };
  return schema.extend({ ...own, ...ofVariants });
}

const idsOf = (rows: readonly Row[], idIn: string) => [...new Set(rows.map((row) => String(row[idIn])))];

/** The rows with their fields: one statement for all of them, and one for the variants of products. */
async function addFields(
  service: CustomFieldsService,
  rows: readonly Row[],
  { entity, audience, idIn = 'id' }: Shown,
): Promise<Row[]> {
  const fieldsOf = isShown(entity, audience)
    ? await service.shown(entity, audience, idsOf(rows, idIn))
    : undefined;
  const variants = rows.flatMap(
    (row) => (entity === 'product' && (row['variants'] as Row[] | undefined)) || [],
  );
  const fieldsOfVariant =
    variants.length > 0 && isShown('productVariant', audience)
      ? await service.shown('productVariant', audience, idsOf(variants, 'id'))
      : undefined;
  return rows.map((row) => ({
    ...row,
    ...(fieldsOf && { customFields: fieldsOf(String(row[idIn])) }),
    ...(fieldsOfVariant && {
      variants: (row['variants'] as Row[]).map((variant) => ({
        ...variant,
        customFields: fieldsOfVariant(String(variant['id'])),
      })),
    }),
  }));
}

/**
 * The operation with the custom fields of the row that it returns, or of each row of its list, under `customFields`. Where
 * none are declared that its callers see it stays what it is: not a statement more, and no text of the database is taken
 * apart.
 */
export function showCustomFields(shown: Shown, draft: Draft): Draft {
  const { entity, audience } = shown;
  const any = isShown(entity, audience) || (entity === 'product' && isShown('productVariant', audience));
  if (!any || !draft.response) return draft;
  return {
    ...draft,
    response: withFields(draft.response, shown),
    ...(draft.method !== 'get' && { errors: [...(draft.errors ?? []), customFieldsErrors.tooLarge] }),
    async handler(request) {
      const result = await draft.handler(request);
      const { data, options } = result instanceof Reply ? result : new Reply(result);
      const read = (data instanceof JsonText ? JSON.parse(data.text) : data) as Row | Row[];
      const { rowsIn } = shown;
      const found = rowsIn && !Array.isArray(read) ? (read[rowsIn] as Row[]) : [read].flat();
      const rows = await addFields(request.services.customFields, found, shown);
      if (rowsIn) return new Reply({ ...read, [rowsIn]: rows }, options);
      return new Reply(Array.isArray(read) ? rows : rows[0], options);
    },
  };
}
