/** A parcel that the carrier took and that has not arrived, of which something may be owed. */
const underWay = (s: string) =>
  `${s}.provider_id = 'carrier' and ${s}.status = 'created' and ${s}.tracking_status not in ('delivered', 'returned')`;

/**
 * Shipments whose AWB the carrier still owes; one that is being cancelled needs none.
 * @param s alias of `shipping_shipments`
 */
export const awaitsAwbSql = (s: string): string =>
  `${underWay(s)} and ${s}.awb is null and ${s}.void_status is null`;

/**
 * Shipments with an AWB whose label is not stored.
 * @param s alias of `shipping_shipments`
 */
export const awaitsLabelSql = (s: string): string =>
  `${underWay(s)} and ${s}.awb is not null and ${s}.label_key is null`;
