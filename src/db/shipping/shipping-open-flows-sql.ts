import { awaitsAwbSql, awaitsLabelSql } from './awaiting-sql.js';

/** Which entities have work left, as the tables say, for each subscription that starts a run for one. */
export const shippingOpenFlows: Readonly<Record<string, string>> = {
  // Also those whose number the carrier still owes: their run asks for it.
  'shipping-create': `select s.id from shipping_shipments s
    where (s.provider_id = 'carrier' and s.status = 'creating') or (${awaitsAwbSql('s')})`,
  // The run fetches the label once the number is known.
  'shipping-awb': `select s.id from shipping_shipments s where ${awaitsLabelSql('s')} and s.label_url is not null`,
  'shipping-documents': `select id from shipping_documents where status = 'pending'`,
  'shipping-pickups': `select id from shipping_pickups where status = 'requested'`,
  'shipping-void': `select id from shipping_shipments where void_status = 'requested'`,
};
