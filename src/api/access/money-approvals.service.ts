import { listMoneyApprovals, readMoneyApproval } from '#db/access/money-approvals.query.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { ApprovalKind, ListedMoneyApproval } from '#domain/access/money-approval.js';
import type { Platform } from '#operations/platform.js';

/** As what the audit knows them. */
const entities: Record<ApprovalKind, string> = {
  refund: 'refund',
  payout: 'payout',
  account_adjustment: 'ledger',
  store_credit_adjustment: 'storeCredit',
  refund_paid: 'refund',
  payout_paid: 'payout',
  cash_recorded: 'order',
};

/** Acts with money that wait for a second person, and the decisions about them. */
export function createMoneyApprovalsService({
  knex,
  unitOfWork,
  operations,
  audit,
}: Pick<Platform, 'knex' | 'unitOfWork' | 'operations' | 'audit'>) {
  const { moneyApprovals } = operations;

  async function get(id: string): Promise<ListedMoneyApproval> {
    const approval = await readMoneyApproval(knex, id);
    if (!approval) throw platformErrors.notFound({ entity: 'Approval' });
    return approval;
  }

  async function decide(
    ctx: Context,
    id: string,
    action: 'approve' | 'refuse',
    reason?: string,
  ): Promise<ListedMoneyApproval> {
    const { kind, entityId, vendorId, amount } = await get(id);
    await unitOfWork.run(ctx, async (tx) => {
      const decided = await (action === 'approve'
        ? moneyApprovals.approve(tx, ctx, id)
        : moneyApprovals.refuse(tx, ctx, id, reason ?? ''));
      if (!decided) return;
      const after = { approvalId: id, amount, reason };
      await audit.record(tx, ctx, [{ entity: entities[kind], entityId, action, vendorId, after }]);
    });
    return get(id);
  }

  return {
    get,
    list: (query: ListQuery) => listMoneyApprovals(knex, query),
    approve: (ctx: Context, id: string) => decide(ctx, id, 'approve'),
    refuse: (ctx: Context, id: string, reason: string) => decide(ctx, id, 'refuse', reason),
  };
}
