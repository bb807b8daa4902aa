import { requireUser } from '#api/kernel/require.js';
import { createGroupProductsRepository } from '#db/customer-groups/group-products.repository.js';
import { missingGroups } from '#db/customer-groups/missing-groups.query.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { ProductGroups } from '#domain/customer-groups/member-product.js';
import { customerGroupsEvents } from '#domain/customer-groups/customer-groups.events.js';
import type { Platform } from '#operations/platform.js';

/** Private products that only members of groups see and buy. */
export function createGroupProductsService({
  unitOfWork,
  knex,
  audit,
  outbox,
}: Pick<Platform, 'unitOfWork' | 'knex' | 'audit' | 'outbox'>) {
  const repository = createGroupProductsRepository(knex);

  async function groupsOf(productId: string, reader?: Reader): Promise<ProductGroups> {
    const found = await repository.groupsOf(productId, reader);
    if (!found) throw platformErrors.notFound({ entity: 'Product' });
    return found;
  }

  return {
    /** @throws AppError NOT_FOUND */
    groupsOf: (productId: string) => groupsOf(productId),

    /** Exactly these groups from now on. @throws AppError NOT_FOUND, VALIDATION_ERROR for a group that does not exist */
    save: (ctx: Context, productId: string, groupIds: readonly string[]): Promise<ProductGroups> =>
      unitOfWork.run(ctx, async (tx) => {
        const before = await groupsOf(productId, tx);
        const wanted = [...new Set(groupIds)];
        const missing = await missingGroups(tx, wanted);
        if (missing.size > 0) {
          const message = `customer groups not found: ${[...missing].join(', ')}`;
          throw platformErrors.validation(
            {},
            { errors: [{ path: 'body.customerGroupIds', message, code: 'unknown_reference' }] },
          );
        }
        await repository.save(tx, productId, wanted);
        const after = await groupsOf(productId, tx);
        const ids = ({ groups }: ProductGroups) => groups.map(({ id }) => id).sort();
        if (ids(before).join() === ids(after).join()) return after;
        await audit.record(tx, ctx, [
          {
            entity: 'product',
            entityId: productId,
            action: 'set_customer_groups',
            before: { customerGroupIds: ids(before) },
            after: { customerGroupIds: ids(after) },
          },
        ]);
        outbox.append(tx, ctx, customerGroupsEvents.productNamed, productId, { productId });
        return after;
      }),

    ofMember: (ctx: Context, query: ListQuery) => repository.ofMember(requireUser(ctx), query, ctx.now),
  };
}
