/** The latest pickup of a return as JSON, null where none was asked for. @param q SQL of the id of the return */
export function returnPickupSql(q: string): string {
  return `(select jsonb_build_object('courierCode', k.courier_code, 'pickupOn', k.pickup_on, 'status', k.status, 'awb', k.awb,
      'trackingStatus', k.tracking_status, 'failedAttempts', k.failed_attempts, 'error', k.error)
    from shipping_pickups k where k.return_id = ${q} order by k.requested_at desc, k.id desc limit 1)`;
}
