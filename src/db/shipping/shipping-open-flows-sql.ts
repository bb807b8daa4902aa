import { awaitsAwbSql, awaitsLabelSql } from './awaiting-sql.js';

/** A run asks a carrier for a week; what is missing then waits for a person, among what needs attention. */
const gaveUp = `now() - interval '7 days'`;

/** Which entities have work left, as the tables say, for each subscription that starts a run for one. */
export const shippingOpenFlows: Readonly<Record<string, string>> = {
  // Also those whose number the carrier still owes: their run asks for it.
  'shipping-create': `select s.id from shipping_shipments s
    where (s.provider_id = 'carrier' and s.status = 'creating') or (${awaitsAwbSql('s')} and s.requested_at > ${gaveUp})`,
  // The run fetches the label once the number is known.
  'shipping-awb': `select s.id from shipping_shipments s
    where ${awaitsLabelSql('s')} and s.label_url is not null and s.label_since > ${gaveUp}`,
  'shipping-documents': `select id from shipping_documents where status = 'pending'`,
  'shipping-pickups': `select id from shipping_pickups where status = 'requested'`,
  'shipping-void': `select id from shipping_shipments where void_status = 'requested'`,
};
