import { createSession } from '../../../_support/accounts.js';
import { dashboardEqualsRawRows } from '../checks/dashboard.js';
import { finding } from '../finding.js';
import type { Flow } from '../flow.js';

/** An operator computes the dashboard again and again while the orders of other flows change. */
export function createFlow(): Flow {
  let token = '';
  let acknowledged = 0;
  const seen: string[] = [];

  return {
    name: 'analytics',
    clients: 1,
    pauseMs: 1_500,
    points: ['refresh'],

    async prepare({ container }) {
      ({ token } = await createSession(container, { roles: ['superAdmin'] }));
    },

    async round(fixtures) {
      const api = fixtures.api.as(token);
      fixtures.points.reach('refresh');
      await api.call('POST', '/admin/analytics/refresh');
      acknowledged += 1;
      const path = '/admin/analytics/dashboard?window=today';
      const { computedAt } = (await api.call<{ computedAt: string | null }>('GET', path)).body.data;
      if (computedAt !== null) seen.push(computedAt);
    },

    check: () =>
      Promise.resolve([
        finding(
          'the time of the dashboard never goes back',
          acknowledged,
          seen.filter((at, index) => at < (seen[index - 1] ?? '')),
        ),
      ]),

    invariants: dashboardEqualsRawRows,
  };
}
