import { createCustomerGroupsRepository } from '#db/customer-groups/customer-groups.repository.js';
import { customerGroupRefreshes } from '#db/customer-groups/customer-groups-tables.js';
import { groupUses } from '#db/customer-groups/group-uses.query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { describeUses } from '#domain/customer-groups/customer-group.js';
import type {
  NewCustomerGroup,
  CustomerGroup,
  CustomerGroupChanges,
} from '#domain/customer-groups/customer-group.js';
import { customerGroupsEvents } from '#domain/customer-groups/customer-groups.events.js';
import { customerGroupsErrors } from '#domain/customer-groups/customer-groups.errors.js';
import { ruleIssues } from '#domain/customer-groups/group-rules.js';
import { changedFields, fieldsBefore } from '#lib/changed-fields.js';
import type { Platform } from '#operations/platform.js';

const events = { create: 'created', update: 'updated', delete: 'deleted' } as const;

type Deps = Pick<Platform, 'unitOfWork' | 'knex' | 'audit' | 'outbox'>;

export function createCustomerGroupsService({ unitOfWork, knex, audit, outbox }: Deps) {
  const repository = createCustomerGroupsRepository(knex);
  const notFound = () => platformErrors.notFound({ entity: 'Customer group' });

  async function lock(tx: Tx, id: string): Promise<CustomerGroup> {
    const customerGroup = await repository.lock(tx, id);
    if (!customerGroup) throw notFound();
    return customerGroup;
  }

  async function record(
    tx: Tx,
    ctx: Context,
    action: keyof typeof events,
    { id }: CustomerGroup,
    values: { before?: object; after: object },
  ): Promise<void> {
    await audit.record(tx, ctx, [{ entity: 'customerGroup', entityId: id, action, ...values }]);
    outbox.append(tx, ctx, customerGroupsEvents[events[action]], id, { customerGroupId: id });
  }

  /** @throws AppError VALIDATION_ERROR where the rules do not fit the kind of the group, or say nothing */
  function checkRules({ kind, rules }: Pick<CustomerGroup, 'kind' | 'rules'>): void {
    const errors = ruleIssues(rules);
    if (kind === 'static' && rules.length > 0)
      errors.push({ path: 'body.rules', message: 'must be empty for a static group', code: 'inconsistent' });
    if (kind === 'rules' && rules.length === 0)
      errors.push({
        path: 'body.rules',
        message: 'must not be empty for a group by rules',
        code: 'required',
      });
    if (errors.length > 0) throw platformErrors.validation({}, { errors });
  }

  return {
    list: (query: ListQuery) => repository.list(query),

    /** Deleted ones included. @throws AppError NOT_FOUND */
    async get(id: string): Promise<CustomerGroup> {
      const customerGroup = await repository.find(id);
      if (!customerGroup) throw notFound();
      return customerGroup;
    },

    create: (ctx: Context, input: NewCustomerGroup): Promise<CustomerGroup> =>
      unitOfWork.run(ctx, async (tx) => {
        const { kind = 'static', rules = [] } = input;
        checkRules({ kind, rules });
        const fields = { ...input, kind, rules, createdAt: ctx.now, updatedAt: ctx.now };
        const created = await repository.insert(tx, fields);
        if (kind === 'rules') await customerGroupRefreshes.request(tx, [{ groupId: created.id }]);
        await record(tx, ctx, 'create', created, { after: created });
        return created;
      }),

    /** @throws AppError NOT_FOUND, also for a deleted one */
    update: (ctx: Context, id: string, input: CustomerGroupChanges): Promise<CustomerGroup> =>
      unitOfWork.run(ctx, async (tx) => {
        const customerGroup = await lock(tx, id);
        if (customerGroup.deletedAt) throw notFound();
        const after = changedFields(customerGroup, input);
        if (Object.keys(after).length === 0) return customerGroup;
        checkRules({ ...customerGroup, ...after });
        const updated = await repository.update(tx, id, { ...after, updatedAt: ctx.now });
        if (after.rules || after.match) await customerGroupRefreshes.request(tx, [{ groupId: id }]);
        await record(tx, ctx, 'update', updated, { before: fieldsBefore(customerGroup, after), after });
        return updated;
      }),

    /** A repeat changes nothing. @throws AppError NOT_FOUND; CONFLICT while something names the group */
    delete: (ctx: Context, id: string): Promise<CustomerGroup> =>
      unitOfWork.run(ctx, async (tx) => {
        const customerGroup = await lock(tx, id);
        if (customerGroup.deletedAt) return customerGroup;
        const uses = await groupUses(tx, id);
        if (uses.length > 0) throw customerGroupsErrors.groupInUse({ uses: describeUses(uses) });
        const after = { deletedAt: ctx.now };
        const deleted = await repository.update(tx, id, { ...after, updatedAt: ctx.now });
        await record(tx, ctx, 'delete', deleted, { before: { deletedAt: null }, after });
        return deleted;
      }),
  };
}

export type CustomerGroupsService = ReturnType<typeof createCustomerGroupsService>;
