import { z } from 'zod';
import type { EntityName } from '#api/kernel/entities.js';
import { listQuerySchema, pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { route, type Route, routes } from '#api/kernel/route.js';
import { idOf, instantInputSchema, instantSchema, iso, moneySchema } from '#api/kernel/values.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { Slug } from '#domain/slugs.js';
import { newId } from '#lib/ids.js';

const entity = 'giftWrap' as EntityName;
const papers = ['kraft', 'silk'] as const;
const permissions = { read: 'taxonomy:read', write: 'taxonomy:update' } as const;

const input = z
  .object({
    name: z.string().trim().min(3).max(80),
    paper: z.enum(papers),
    price: moneySchema,
    withRibbon: z.boolean().optional(),
    availableFrom: instantInputSchema.nullable().optional(),
  })
  .meta({ id: 'GiftWrapInput' });

const giftWrap = z
  .object({
    id: idOf(entity),
    name: z.string(),
    paper: z.enum(papers),
    price: moneySchema,
    withRibbon: z.boolean(),
    availableFrom: instantSchema.nullable(),
    createdAt: instantSchema,
    deletedAt: instantSchema.nullable(),
  })
  .meta({ id: 'GiftWrap' });

export type GiftWrap = z.output<typeof giftWrap>;

/** A feature that the console knows nothing of: its rows are kept in `rows`. */
export function giftWrapRoutes(rows: Map<string, GiftWrap>): Route[] {
  const params = { id: entity };
  const find = (id: string): GiftWrap => {
    const row = rows.get(id);
    if (!row) throw platformErrors.notFound({ entity: 'Gift wrap' });
    return row;
  };
  const keep = (row: GiftWrap): GiftWrap => {
    rows.set(row.id, row);
    return row;
  };
  const now = () => iso(new Date());
  const onRow = { params, response: giftWrap, auth: 'admin' } as const;
  return routes('gift-wraps' as Slug, [
    route({
      method: 'get',
      path: '/admin/gift-wraps',
      summary: 'List gift wraps',
      auth: 'admin',
      permission: permissions.read,
      query: listQuerySchema({ filters: { paper: papers, withRibbon: 'boolean' }, softDelete: true }),
      response: z.array(giftWrap),
      metadata: pageMetadataSchema,
      handler: ({ query }) => {
        const found = [...rows.values()].filter(
          (row) =>
            (query.includeDeleted || row.deletedAt === null) &&
            row.name.toLowerCase().includes((query.search ?? '').toLowerCase()) &&
            query.filters.every(({ field, value }) => row[field as 'paper' | 'withRibbon'] === value),
        );
        const { limit, offset } = query;
        const page = { rows: found.slice(offset, offset + limit), total: found.length, limit, offset };
        return Promise.resolve(pageReply(page, (row) => row));
      },
    }),
    route({
      method: 'post',
      path: '/admin/gift-wraps',
      summary: 'Create a gift wrap',
      auth: 'admin',
      permission: permissions.write,
      body: input,
      response: giftWrap,
      success: 201,
      errors: [platformErrors.uniqueViolation],
      handler: ({ body }) => {
        if ([...rows.values()].some(({ name }) => name === body.name))
          throw platformErrors.uniqueViolation(
            { what: 'This name' },
            { errors: [{ path: 'body.name', message: 'must be unique', code: 'inconsistent' }] },
          );
        const { withRibbon = false, availableFrom = null, ...fields } = body;
        const row = { ...fields, withRibbon, availableFrom };
        return Promise.resolve(keep({ ...row, id: newId(), createdAt: now(), deletedAt: null }));
      },
    }),
    route({
      ...onRow,
      method: 'get',
      path: '/admin/gift-wraps/:id',
      summary: 'Get a gift wrap',
      permission: permissions.read,
      handler: ({ params }) => Promise.resolve(find(params.id)),
    }),
    route({
      ...onRow,
      method: 'patch',
      path: '/admin/gift-wraps/:id',
      summary: 'Update a gift wrap',
      permission: permissions.write,
      body: input.partial().meta({ id: 'GiftWrapPatch' }),
      handler: ({ params, body: { availableFrom, ...body } }) =>
        Promise.resolve(
          keep({
            ...find(params.id),
            ...body,
            ...(availableFrom !== undefined && { availableFrom }),
          }),
        ),
    }),
    route({
      ...onRow,
      method: 'delete',
      path: '/admin/gift-wraps/:id',
      summary: 'Delete a gift wrap',
      permission: permissions.write,
      handler: ({ params }) => Promise.resolve(keep({ ...find(params.id), deletedAt: now() })),
    }),
    route({
      ...onRow,
      method: 'post',
      path: '/admin/gift-wraps/:id/restore',
      restores: true,
      summary: 'Restore a gift wrap',
      permission: permissions.write,
      handler: ({ params }) => Promise.resolve(keep({ ...find(params.id), deletedAt: null })),
    }),
  ]);
}
