import { createSearchRunsRepository } from '#db/search/search-runs.repository.js';
import { createVendorsRepository } from '#db/vendors/vendors.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { DEFAULT_BATCH_SIZE, type SearchRun } from '#domain/search/search-run.js';
import { createReindexRequests } from '#operations/search/request-reindex.js';
import type { Platform } from '#operations/platform.js';
import { reindexJobId } from '#workflows/search/search.contract.js';

export interface RequestedReindex {
  runId: string;
  /** The id of its workflow. */
  jobId: string;
  vendorId: string | null;
  batchSize: number;
}

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'audit' | 'outbox' | 'gateway'>;

/** Runs over the whole index, for administrators. */
export function createReindexService(deps: Deps) {
  const { knex, unitOfWork, audit, gateway } = deps;
  const runs = createSearchRunsRepository(knex);
  const vendors = createVendorsRepository(knex);
  const requests = createReindexRequests(deps);

  return {
    /**
     * Starts a run over all products or those of a vendor; a scope that has an open run is joined.
     * @throws AppError SERVICE_UNAVAILABLE while the engine is down, NOT_FOUND for an unknown vendor
     */
    async request(ctx: Context, input: { vendorId?: string; batchSize?: number }): Promise<RequestedReindex> {
      await gateway.assertAvailable();
      const { vendorId = null, batchSize = DEFAULT_BATCH_SIZE } = input;
      if (vendorId !== null && !(await vendors.find(vendorId)))
        throw platformErrors.notFound({ entity: 'Vendor' });
      const requested = await unitOfWork.run(ctx, async (tx) => {
        const run = await requests.request(tx, ctx, { vendorId, batchSize, handOver: true });
        const after = { vendorId, batchSize: run.batchSize, joined: run.joined };
        await audit.record(tx, ctx, [{ entity: 'searchRun', entityId: run.runId, action: 'request', after }]);
        return run;
      });
      const { runId } = requested;
      return { runId, jobId: reindexJobId(runId), vendorId, batchSize: requested.batchSize };
    },

    /** @throws AppError NOT_FOUND */
    async get(runId: string): Promise<SearchRun & { jobId: string }> {
      const run = await runs.find(runId);
      if (!run) throw platformErrors.notFound({ entity: 'Search run' });
      return { ...run, jobId: reindexJobId(runId) };
    },
  };
}
