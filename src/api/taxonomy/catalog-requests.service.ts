import { requireUser, requireVendor } from '#api/kernel/require.js';
import {
  createCatalogRequestsRepository,
  type OwnRequest,
  PENDING_SLUG_INDEX,
} from '#db/taxonomy/catalog-requests.repository.js';
import { isUniqueViolation } from '#db/kernel/database-error.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { AppError } from '#domain/_shared/app-error.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { slugify } from '#domain/_shared/slug.js';
import type { CatalogRequest, CatalogRequestInput } from '#domain/taxonomy/catalog-request.js';
import { type TaxonomyKind, taxonomyTraits } from '#domain/taxonomy/taxonomy-kind.js';
import { taxonomyErrors } from '#domain/taxonomy/taxonomy.errors.js';
import { catalogRequestSubmitted } from '#domain/taxonomy/taxonomy.events.js';
import type { Platform } from '#operations/platform.js';
import type { TaxonomyService } from './taxonomy.service.js';

type Deps = Pick<Platform, 'unitOfWork' | 'knex' | 'audit' | 'outbox'>;

/** Vendors ask for entries of a taxonomy, administrators decide. */
export function createCatalogRequestsService(deps: Deps, taxonomy: TaxonomyService) {
  const { unitOfWork, knex, audit, outbox } = deps;
  const repository = createCatalogRequestsRepository(knex);

  /** Only categories have a place. */
  function fieldsOf<Input extends Partial<CatalogRequestInput>>(kind: TaxonomyKind, input: Input): Input {
    return taxonomyTraits[kind].tree ? input : { ...input, parentId: undefined };
  }

  const notFound = () => platformErrors.notFound({ entity: 'Catalog request' });

  /** Why a conditional update found nothing: no such request, or no longer pending. */
  async function refusal(tx: Tx, which: Partial<OwnRequest>): Promise<AppError> {
    return (await repository.exists(tx, which)) ? taxonomyErrors.requestDecided() : notFound();
  }

  /** Of two requests for one slug that come at the same moment the index refuses one. */
  async function oncePending<T>(write: Promise<T>): Promise<T> {
    try {
      return await write;
    } catch (error) {
      if (isUniqueViolation(error, PENDING_SLUG_INDEX))
        throw taxonomyErrors.requestPending({}, { cause: error });
      throw error;
    }
  }

  async function recordDecision(
    tx: Tx,
    ctx: Context,
    action: string,
    request: CatalogRequest,
  ): Promise<void> {
    const { id: entityId, vendorId, status, rejectionReason, resultingItemId } = request;
    const after = { status, rejectionReason, resultingItemId };
    const before = { status: 'pending' };
    await audit.record(tx, ctx, [{ entity: 'catalogRequest', entityId, action, vendorId, before, after }]);
  }

  return {
    /** @throws AppError VALIDATION_ERROR for a parent that is not a live category, CONFLICT for a slug that is pending */
    submit(ctx: Context, kind: TaxonomyKind, input: CatalogRequestInput): Promise<CatalogRequest> {
      const vendorId = requireVendor(ctx);
      const requestedByUserId = requireUser(ctx);
      const fields = fieldsOf(kind, input);
      return unitOfWork.run(ctx, async (tx) => {
        await taxonomy.checkParent(tx, fields.parentId);
        const row = {
          ...fields,
          slug: fields.slug ?? slugify(fields.title),
          taxonomy: kind,
          vendorId,
          requestedByUserId,
          createdAt: ctx.now,
          updatedAt: ctx.now,
        };
        const request = await oncePending(repository.insert(tx, row));
        outbox.append(tx, ctx, catalogRequestSubmitted, request.id, { taxonomy: kind, vendorId });
        return request;
      });
    },

    /** @throws AppError NOT_FOUND, CONFLICT when it is decided, VALIDATION_ERROR as `submit` */
    update(
      ctx: Context,
      kind: TaxonomyKind,
      id: string,
      input: Partial<CatalogRequestInput>,
    ): Promise<CatalogRequest> {
      const which = { id, taxonomy: kind, vendorId: requireVendor(ctx) };
      const fields = fieldsOf(kind, input);
      return unitOfWork.run(ctx, async (tx) => {
        const changed = { ...fields, updatedAt: ctx.now };
        const request = await oncePending(repository.updateOwnPending(tx, which, changed));
        if (!request) throw await refusal(tx, which);
        await taxonomy.checkParent(tx, fields.parentId);
        return request;
      });
    },

    listForVendor: (ctx: Context, kind: TaxonomyKind, query: ListQuery) =>
      repository.list(kind, requireVendor(ctx), query),

    listForAdmin: (kind: TaxonomyKind, query: ListQuery) => repository.list(kind, null, query),

    /** @throws AppError NOT_FOUND */
    async get(ctx: Context, kind: TaxonomyKind, id: string): Promise<CatalogRequest> {
      const request = await repository.find({ id, taxonomy: kind, vendorId: requireVendor(ctx) });
      if (!request) throw notFound();
      return request;
    },

    /** @throws AppError NOT_FOUND */
    async getForAdmin(kind: TaxonomyKind, id: string): Promise<CatalogRequest> {
      const request = await repository.find({ id, taxonomy: kind });
      if (!request) throw notFound();
      return request;
    },

    /**
     * Adds what was asked for; a request whose entry cannot be created stays pending.
     * @throws AppError NOT_FOUND, CONFLICT when it is decided, UNIQUE_VIOLATION for a slug that is taken,
     * VALIDATION_ERROR when the parent was deleted meanwhile
     */
    approve(ctx: Context, kind: TaxonomyKind, id: string): Promise<CatalogRequest> {
      const which = { id, taxonomy: kind };
      return unitOfWork.run(ctx, async (tx) => {
        const decision = { status: 'approved', approvedAt: ctx.now, updatedAt: ctx.now } as const;
        const decided = await repository.decide(tx, which, decision);
        if (!decided) throw await refusal(tx, which);
        const { title, slug, description, image, metadata, parentId } = decided;
        const place = taxonomyTraits[kind].tree ? { parentId } : {};
        const fields = { title, slug, description, image, metadata, ...place };
        const item = await taxonomy.createWithin(tx, ctx, kind, fields);
        const request = { ...decided, resultingItemId: item.id };
        await repository.setResultingItem(tx, id, item.id);
        await recordDecision(tx, ctx, 'approve', request);
        return request;
      });
    },

    /** @throws AppError NOT_FOUND, CONFLICT when it is decided */
    reject(ctx: Context, kind: TaxonomyKind, id: string, reason: string): Promise<CatalogRequest> {
      const which = { id, taxonomy: kind };
      return unitOfWork.run(ctx, async (tx) => {
        const request = await repository.decide(tx, which, {
          status: 'rejected',
          rejectionReason: reason,
          rejectedAt: ctx.now,
          updatedAt: ctx.now,
        });
        if (!request) throw await refusal(tx, which);
        await recordDecision(tx, ctx, 'reject', request);
        return request;
      });
    },
  };
}
