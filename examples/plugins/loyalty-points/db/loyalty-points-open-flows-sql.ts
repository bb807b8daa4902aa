/** Which entities have work left, as the tables say, for each subscription that starts a run for one. */
export const loyaltyPointsOpenFlows: Readonly<Record<string, string>> = {
  // The event's entity is the order.
  'loyalty-points-release': `select order_id from loyalty_points where state = 'pending'`,
};
