import type { Knex } from 'knex';

const kinds = (more: string) =>
  `alter table access_money_approvals drop constraint access_money_approvals_kind_check,
     add constraint access_money_approvals_kind_check
       check (kind in ('refund', 'payout', 'account_adjustment', 'store_credit_adjustment'${more}))`;

/** Records of money that was paid by hand, or arrived as cash, wait for a second person above the limit, too. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(kinds(`, 'refund_paid', 'payout_paid', 'cash_recorded'`));
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    `delete from access_money_approvals where kind in ('refund_paid', 'payout_paid', 'cash_recorded')`,
  );
  await knex.raw(kinds(''));
}
