import { z } from 'zod';
import { listQuerySchema } from '#api/kernel/list-query.js';
import {
  idOf,
  idSchema,
  instantSchema,
  iso,
  metadataInputSchema,
  metadataSchema,
  pictureSchema,
  slugSchema,
} from '#api/kernel/values.js';
import { type CatalogRequest, catalogRequestStatuses } from '#domain/taxonomy/catalog-request.js';
import { taxonomyKinds, taxonomyTraits } from '#domain/taxonomy/taxonomy-kind.js';

export const taxonomyKindSchema = z.enum(taxonomyKinds);

export const catalogRequestInputSchema = z
  .object({
    title: z.string().trim().min(1).max(255),
    slug: slugSchema.optional().meta({ description: 'Made from the title when it is left out' }),
    description: z.string().trim().max(5000).nullable().optional(),
    image: pictureSchema(1024).nullable().optional(),
    metadata: metadataInputSchema.optional(),
    parentId: idOf('category').nullable().optional().meta({ description: 'Only of categories' }),
  })
  .meta({ id: 'CatalogRequestInput' });

export const catalogRequestPatchSchema = catalogRequestInputSchema
  .partial()
  .meta({ id: 'CatalogRequestPatch' });

export const catalogRequestSchema = z
  .object({
    id: idOf('catalogRequest'),
    title: z.string(),
    description: z.string().nullable(),
    slug: z.string(),
    image: z.string().nullable(),
    metadata: metadataSchema,
    parentId: idOf('category').nullable().optional().meta({ description: 'Only of categories' }),
    status: z.enum(catalogRequestStatuses),
    vendorId: idOf('vendor'),
    requestedByUserId: idOf('user'),
    rejectionReason: z.string().nullable(),
    approvedAt: instantSchema.nullable(),
    rejectedAt: instantSchema.nullable(),
    resultingItemId: idSchema.nullable().meta({ description: 'The entry that the approval created' }),
    createdAt: instantSchema,
    updatedAt: instantSchema,
  })
  .meta({ id: 'CatalogRequest' });

const filters = {
  status: catalogRequestStatuses,
  title: 'string',
  slug: 'string',
  createdAt: 'date',
} as const;
const sort = ['createdAt', 'updatedAt', 'title'];

export const vendorRequestsQuery = listQuerySchema({ filters, sort });
export const adminRequestsQuery = listQuerySchema({ filters: { ...filters, vendorId: 'id' }, sort });

export function catalogRequestResponse({ taxonomy, parentId, ...row }: CatalogRequest) {
  return {
    ...row,
    ...(taxonomyTraits[taxonomy].tree ? { parentId } : {}),
    approvedAt: iso(row.approvedAt),
    rejectedAt: iso(row.rejectedAt),
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}
