import { listGstGaps } from '#db/tax/gst-gaps.query.js';
import { readHsnSuggestions } from '#db/tax/hsn-suggestions.query.js';
import { createHsnRatesRepository } from '#db/tax/hsn-rates.repository.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import type { HsnRate } from '#domain/tax/hsn-rate.js';
import type { Platform } from '#operations/platform.js';

/** The GST of HSN codes, and what lacks one. */
export function createGstRatesService({
  knex,
  unitOfWork,
  audit,
}: Pick<Platform, 'knex' | 'unitOfWork' | 'audit'>) {
  const rates = createHsnRatesRepository();
  return {
    list: () => rates.list(knex),

    async replace(ctx: Context, next: HsnRate[]): Promise<HsnRate[]> {
      await unitOfWork.run(ctx, async (tx) => {
        const before = await rates.replace(tx, next);
        await audit.record(tx, ctx, [
          {
            entity: 'taxHsnRates',
            entityId: 'all',
            action: 'update',
            before: { rates: before },
            after: { rates: next },
          },
        ]);
      });
      return rates.list(knex);
    },

    /** The codes that products of a category have. */
    suggestions: (categoryId: string) => readHsnSuggestions(knex, categoryId),

    gaps: (scope: { vendorId?: string }, query: ListQuery) => listGstGaps(knex, scope, query),
  };
}
