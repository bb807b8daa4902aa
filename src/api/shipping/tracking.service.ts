import { readTracking, type TrackingEventRow, type TrackingScope } from '#db/shipping/tracking.query.js';
import type { Page } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { Platform } from '#operations/platform.js';

export type TrackingEvent = TrackingEventRow;

export function createTrackingService({ knex }: Pick<Platform, 'knex'>) {
  return {
    /** @throws AppError NOT_FOUND for a sub-order of somebody else */
    async list(
      subOrderId: string,
      scope: TrackingScope,
      { page, limit, parcelId }: { page: number; limit: number; parcelId?: string },
    ): Promise<Page<TrackingEvent>> {
      const found = await readTracking(knex, subOrderId, scope, {
        limit,
        offset: (page - 1) * limit,
        parcelId,
      });
      if (!found) throw platformErrors.notFound({ entity: 'Order' });
      return found;
    },
  };
}
