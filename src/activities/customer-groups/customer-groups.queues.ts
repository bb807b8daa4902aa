import { createDerivedPass } from '#activities/_shared/derived-pass.js';
import type { FeatureActivities } from '#activities/_shared/feature-activities.js';
import { customerGroupRefreshes } from '#db/customer-groups/customer-groups-tables.js';
import { systemContext } from '#domain/_shared/context.js';
import type { Platform } from '#operations/platform.js';
import { createBuyersHandler, createGroupRefresher } from './refresh-groups.js';

export function createCustomerGroupsQueues(platform: Platform): FeatureActivities {
  const requestAll = async () => {
    const ctx = systemContext({ name: 'customer-groups-refresh' }, platform.clock.now());
    const groups = await platform.unitOfWork.run(ctx, (tx) =>
      customerGroupRefreshes.requestSelected(
        tx,
        'select id as group_id from customer_groups where deleted_at is null',
      ),
    );
    return { groups };
  };
  return {
    drains: { 'customer-groups-buyers': createBuyersHandler(platform) },
    passes: {
      'customer-groups-refresh': createDerivedPass(
        platform,
        'customer-groups-refresh',
        customerGroupRefreshes,
        createGroupRefresher(platform),
      ),
    },
    sweeps: { indexing: { 'customer-groups': requestAll } },
  };
}
