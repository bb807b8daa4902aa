import { z } from 'zod';
import { JsonText, Reply } from '#api/kernel/reply.js';
import type { Route } from '#api/kernel/route.js';
import type { CustomFieldEntity } from '#domain/_shared/custom-field.js';
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
  /** The member of the response that is the id of the row; by default `id`. */
  idIn?: string;
}

const isShown = (entity: CustomFieldEntity, audience: FieldAudience) =>
  customFieldsOf(entity).some((field) => sees(audience, field));

/** The shape of a response with the fields of its row and, of a product, of each of its variants. */
function withFields(schema: z.ZodType, { entity, audience }: Shown): z.ZodType {
  if (!(schema instanceof z.ZodObject)) throw new Error('Custom fields are shown in objects alone');
  const { variants } = schema.shape as Record<string, unknown>;
  const own = isShown(entity, audience) && { customFields: fieldsSchema(entity, audience) };
  const ofVariants = variants instanceof z.ZodArray &&
    variants.element instanceof z.ZodObject &&
    isShown('productVariant', audience) && {
      variants: z.array(variants.element.extend({ customFields: fieldsSchema('productVariant', audience) })),
    };
  return schema.extend({ ...own, ...ofVariants });
}

async function addFields(
  service: CustomFieldsService,
  row: Row,
  { entity, audience, idIn = 'id' }: Shown,
): Promise<Row> {
  const id = String(row[idIn]);
  const own = isShown(entity, audience) && {
    customFields: (await service.shown(entity, audience, [id]))(id),
  };
  if (entity !== 'product' || !isShown('productVariant', audience)) return { ...row, ...own };
  const variants = row['variants'] as (Row & { id: string })[];
  const fieldsOf = await service.shown(
    'productVariant',
    audience,
    variants.map((variant) => variant.id),
  );
  return {
    ...{ ...row, ...own },
    variants: variants.map((variant) => ({ ...variant, customFields: fieldsOf(variant.id) })),
  };
}

/**
 * The operation with the custom fields of the row that it returns, under `customFields`. Where none are declared that its
 * callers see it stays what it is: not a statement more, and no text of the database is taken apart.
 */
export function showCustomFields(shown: Shown, draft: Draft): Draft {
  const { entity, audience } = shown;
  const any = isShown(entity, audience) || (entity === 'product' && isShown('productVariant', audience));
  if (!any || !draft.response) return draft;
  return {
    ...draft,
    response: withFields(draft.response, shown),
    async handler(request) {
      const result = await draft.handler(request);
      const { data, options } = result instanceof Reply ? result : new Reply(result);
      const row = (data instanceof JsonText ? JSON.parse(data.text) : data) as Row;
      return new Reply(await addFields(request.services.customFields, row, shown), options);
    },
  };
}
