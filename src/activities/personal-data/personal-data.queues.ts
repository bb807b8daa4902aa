import type { FeatureActivities } from '#activities/_shared/feature-activities.js';
import { createPersonalExportsRepository } from '#db/personal-data/personal-exports.repository.js';
import { createErasuresRepository } from '#db/personal-data/erasures.repository.js';
import type { Platform } from '#operations/platform.js';
import { createErasuresSweep } from './erasures-sweep.js';
import { createErasuresActivities } from './erasures.activities.js';
import { createPersonalExportsActivities } from './personal-exports.activities.js';
import { createPersonalExportsSweep } from './personal-exports-sweep.js';

export function createPersonalDataQueues(platform: Platform): FeatureActivities {
  const deps = {
    ...platform,
    exports: createPersonalExportsRepository(platform.knex),
    erasures: createErasuresRepository(platform.knex),
  };
  return {
    queues: { core: createErasuresActivities(deps), exports: createPersonalExportsActivities(deps) },
    sweeps: {
      core: { erasures: createErasuresSweep(deps) },
      exports: { 'personal-data': createPersonalExportsSweep(deps) },
    },
  };
}
