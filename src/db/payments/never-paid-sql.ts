/** Whether nothing was ever paid for an order. @param orderId the column of its id */
export const neverPaidSql = (orderId: string): string =>
  `not exists (select from payments p where p.order_id = ${orderId} and p.captured_at is not null and not p.surplus)`;
