/** The rules of `src/domain/orders/counted-order.ts` for statements. Analytics and reports use these, so they agree. */

/** Whether the order counts. @param o alias of `orders` */
export function countedSql(o: string): string {
  return `${o}.confirmed_at is not null`;
}

/** The key of the buyer of the order. @param o alias of `orders` */
export function buyerSql(o: string): string {
  return `case when ${o}.guest then 'guest:' || lower(btrim(${o}.email)) else 'user:' || ${o}.user_id end`;
}

/**
 * Whether the refund counts, at its `processed_at`.
 * @param r alias of `payments_refunds` @param p of its payment @param o of its order
 */
export function countedRefundSql(r: string, p: string, o: string): string {
  return `${r}.status = 'processed' and not ${p}.surplus and ${countedSql(o)}`;
}
