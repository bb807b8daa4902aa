import { isoSql } from '#db/kernel/json-sql.js';

/**
 * The latest dispute of an order as JSON, null where it has none. @param orderId SQL of its id
 * @param amount SQL of the amount, of the dispute `d`; a vendor sees its own share alone
 */
export function orderDisputeSql(orderId: string, amount = 'd.amount'): string {
  return `(select jsonb_build_object('state', d.state, 'amount', ${amount}, 'dueAt', ${isoSql('d.due_at')})
    from reconciliation_disputes d where d.order_id = ${orderId} order by d.opened_at desc, d.id desc limit 1)`;
}
