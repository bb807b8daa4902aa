/** Which entities have work left, as the tables say, for each subscription that starts a run for one. */
export const shippingOpenFlows: Readonly<Record<string, string>> = {
  // Also those whose number the carrier still owes: their run asks for it.
  'shipping-create': `select id from shipping_shipments where provider_id = 'carrier'
    and (status = 'creating' or (status = 'created' and awb is null and void_status is null))`,
  // The run fetches the label once the number is known.
  'shipping-awb': `select id from shipping_shipments where provider_id = 'carrier' and status = 'created'
    and awb is not null and label_url is not null and label_key is null`,
  'shipping-documents': `select id from shipping_documents where status = 'pending'`,
  'shipping-void': `select id from shipping_shipments where void_status = 'requested'`,
};
