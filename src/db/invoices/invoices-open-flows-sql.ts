/** Which entities have work left, as the tables say, for each subscription that starts a run for one. */
export const invoicesOpenFlows: Readonly<Record<string, string>> = {
  'invoices-render': `select sub_order_id from invoices where status = 'pending' and done_rev < requested_rev`,
};
