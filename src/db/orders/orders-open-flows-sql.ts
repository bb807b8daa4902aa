/** Which entities have work left, as the tables say, for each subscription that starts a run for one. */
export const ordersOpenFlows: Readonly<Record<string, string>> = {
  // A run of a fulfilled order would only wait for its end.
  'orders-follow': `select id from orders where status in ('pending_payment', 'confirmed', 'partially_fulfilled')`,
};
