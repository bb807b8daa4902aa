import { activityInfo } from '@temporalio/activity';
import { withHeartbeat } from '#activities/_shared/with-heartbeat.js';
import { ApplicationFailure } from '@temporalio/common';
import { systemContext } from '#domain/_shared/context.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import type { AnalyticsCompared } from '#workflows/analytics/analytics.contract.js';
import type { RefreshStep } from '#operations/analytics/refresh-step.js';
import type { Platform } from '#operations/platform.js';

type Deps = Pick<Platform, 'unitOfWork' | 'operations' | 'settings' | 'clock' | 'logger' | 'metrics'>;

export function createAnalyticsActivities(deps: Deps) {
  const { unitOfWork, operations, settings, clock, logger, metrics } = deps;
  const ctx = () => systemContext({ name: 'analytics' }, clock.now());

  return {
    /** One transaction of a refresh. `busy` when another run is computing. */
    async advanceAnalytics(): Promise<RefreshStep> {
      const zone = settings.get(storeSettings.timeZone);
      const measured = metrics.analytics.refresh.startTimer();
      const step = await withHeartbeat(() => unitOfWork.run(ctx(), (tx) => operations.refreshStep(tx, zone)));
      // The transaction of a worker that died holds the lock until the database finds out.
      if (step.kind === 'busy' && activityInfo().attempt > 1)
        throw ApplicationFailure.retryable('The transaction of an earlier attempt still holds the lock');
      if (step.kind !== 'busy') {
        measured();
        metrics.analytics.dirtyDays.set(step.dirtyDays);
      }
      logger.info({ ...step }, 'analytics refresh step finished');
      return step;
    },

    /** Compares rollups with the raw rows; null before the first refresh. */
    async compareRollups(): Promise<AnalyticsCompared | null> {
      const compared = await withHeartbeat(() =>
        unitOfWork.run(ctx(), (tx) => operations.compareRollups(tx)),
      );
      if (compared === 'busy') throw ApplicationFailure.retryable('A refresh is computing');
      if (compared === null) return null;
      const { differing, sumsAgree } = compared;
      metrics.analytics.differingDays.inc(differing.length);
      if (differing.length > 0 || !sumsAgree)
        logger.warn({ differing, sumsAgree }, 'analytics differed from the raw rows; repair requested');
      return compared;
    },
  };
}

export type AnalyticsActivities = ReturnType<typeof createAnalyticsActivities>;
