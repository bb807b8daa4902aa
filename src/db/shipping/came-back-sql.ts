/**
 * Whether one of several parcels is back at its sender: the return that its carrier's scan opened was received.
 * @param s the alias of `shipping_shipments`
 */
export const cameBackSql = (s: string): string =>
  `exists (select from returns_requests back where back.shipment_id = ${s}.id
     and back.status in ('received', 'refunded'))`;
