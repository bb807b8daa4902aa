import { createCustomerGroupsRepository } from '#db/customer-groups/customer-groups.repository.js';
import { listMembers, previewGroup } from '#db/customer-groups/group-members.query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { CustomerGroup, RuleMatch } from '#domain/customer-groups/customer-group.js';
import { customerGroupsErrors } from '#domain/customer-groups/customer-groups.errors.js';
import { customerGroupsEvents } from '#domain/customer-groups/customer-groups.events.js';
import { type GroupMember, withoutPersonalData } from '#domain/customer-groups/group-figures.js';
import { type GroupRule, ruleIssues } from '#domain/customer-groups/group-rules.js';
import type { Platform } from '#operations/platform.js';
import { groupMemberResponse } from './customer-groups.schemas.js';

const EXAMPLES = 10;

type Deps = Pick<Platform, 'unitOfWork' | 'knex' | 'audit' | 'outbox'>;

interface NamedMembers {
  userIds?: string[];
  emails?: string[];
}

/** Who is in a group, or would be. */
export function createGroupMembersService({ unitOfWork, knex, audit, outbox }: Deps) {
  const groups = createCustomerGroupsRepository(knex);
  const notFound = () => platformErrors.notFound({ entity: 'Customer group' });
  const asReadBy = (ctx: Context, member: GroupMember) =>
    ctx.permissions.has('customer:view') ? member : withoutPersonalData(member);

  async function lockStatic(tx: Tx, id: string): Promise<CustomerGroup> {
    const group = await groups.lock(tx, id);
    if (!group || group.deletedAt) throw notFound();
    if (group.kind !== 'static') throw customerGroupsErrors.membersByRules();
    return group;
  }

  async function record(tx: Tx, ctx: Context, id: string, after: object): Promise<void> {
    await audit.record(tx, ctx, [{ entity: 'customerGroup', entityId: id, action: 'change-members', after }]);
    outbox.append(tx, ctx, customerGroupsEvents.membersChanged, id, { customerGroupId: id });
  }

  return {
    /** @throws AppError VALIDATION_ERROR for rules that say nothing */
    async preview(ctx: Context, { match = 'all', rules }: { match?: RuleMatch; rules: GroupRule[] }) {
      const errors = ruleIssues(rules);
      if (errors.length > 0) throw platformErrors.validation({}, { errors });
      const { count, examples } = await previewGroup(knex, { match, rules }, ctx.now, EXAMPLES);
      return { count, examples: examples.map((member) => groupMemberResponse(asReadBy(ctx, member))) };
    },

    /** @throws AppError NOT_FOUND */
    async list(ctx: Context, id: string, query: ListQuery): Promise<Page<GroupMember>> {
      const group = await groups.find(id);
      if (!group) throw notFound();
      const page = await listMembers(knex, group, query, ctx.permissions.has('customer:view'));
      return { ...page, rows: page.rows.map((member) => asReadBy(ctx, member)) };
    },

    /** @throws AppError NOT_FOUND; CONFLICT for a group by rules */
    add: (ctx: Context, id: string, { userIds = [], emails = [] }: NamedMembers) =>
      unitOfWork.run(ctx, async (tx) => {
        await lockStatic(tx, id);
        const result = await groups.addMembers(tx, id, { userIds, emails }, ctx.now);
        if (result.added > 0) await record(tx, ctx, id, { added: result.added });
        return result;
      }),

    /** Who is no member is passed over. @throws AppError NOT_FOUND; CONFLICT for a group by rules */
    remove: (ctx: Context, id: string, { userIds = [], emails = [] }: NamedMembers) =>
      unitOfWork.run(ctx, async (tx) => {
        await lockStatic(tx, id);
        const removed = await groups.removeMembers(tx, id, { userIds, emails });
        if (removed > 0) await record(tx, ctx, id, { removed });
        return { removed };
      }),
  };
}
