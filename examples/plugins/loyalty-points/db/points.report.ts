import type { ReportDefinition } from 'haat/plugin';

export const loyaltyPointsReport: ReportDefinition = {
  key: 'loyalty-points',
  title: 'Loyalty points',
  description: 'One row for each movement of points: earned for a delivered sub-order, or spent on a coupon.',
  dateField: 'Moved at',
  columns: [
    { key: 'email', label: 'E-mail', type: 'string' },
    { key: 'points', label: 'Points', type: 'number' },
    { key: 'state', label: 'State', type: 'string' },
    { key: 'movedAt', label: 'Moved at', type: 'datetime' },
  ],
  filters: [],
  kpis: [{ key: 'points', label: 'Points', type: 'number' }],

  keys: (args) =>
    `select id, created_at from loyalty_points where created_at >= ${args.from} and created_at < ${args.to}`,
  order: 'created_at desc, id desc',
  rows: () => `
    select w.place, u.email, p.points, p.state, p.created_at as moved_at
    from wanted w join loyalty_points p on p.id = w.id join accounts_users u on u.id = p.user_id`,
  summary: (args) => `
    select coalesce(sum(points), 0)::bigint as points from loyalty_points
    where created_at >= ${args.from} and created_at < ${args.to}`,
};
