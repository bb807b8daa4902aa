import { parsePart } from '#api/kernel/parse-part.js';
import { listGstGaps } from '#db/tax/gst-gaps.query.js';
import { readHsnChanges } from '#db/tax/hsn-changes.query.js';
import { readHsnCodeState } from '#db/tax/hsn-code-state.query.js';
import { readHsnSuggestions } from '#db/tax/hsn-suggestions.query.js';
import { createHsnRatesRepository } from '#db/tax/hsn-rates.repository.js';
import { createVendorsRepository } from '#db/vendors/vendors.repository.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { checkoutSettings } from '#domain/checkout/checkout.settings.js';
import { chargedGst } from '#domain/tax/charged-gst.js';
import type { ChargedGst, HsnRate } from '#domain/tax/hsn-rate.js';
import { sellerKindOf } from '#domain/vendors/seller-kind.js';
import type { Platform } from '#operations/platform.js';
import { hsnRatesInputSchema } from './gst-rates.schemas.js';
import { readHsnRatesCsv } from './hsn-rates-csv.js';

/** What a vendor asks the GST of: a product as its form has it. */
export interface AskedGst {
  hsnCode: string | null;
  gstRate: number | null;
  gstExempt: boolean;
  /** Subunits of a piece. */
  price: number | null;
}

/** The GST of HSN codes, and what lacks one. */
export function createGstRatesService({
  knex,
  unitOfWork,
  audit,
  settings,
}: Pick<Platform, 'knex' | 'unitOfWork' | 'audit' | 'settings'>) {
  const rates = createHsnRatesRepository();
  const vendors = createVendorsRepository(knex);

  async function replace(ctx: Context, next: HsnRate[]): Promise<HsnRate[]> {
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
  }

  return {
    list: () => rates.list(knex),

    replace,

    /** The same from a CSV file. @throws AppError VALIDATION_ERROR naming the rows that are wrong */
    async replaceFromCsv(ctx: Context, csv: string): Promise<HsnRate[]> {
      const { data, errors } = parsePart('body', { rates: readHsnRatesCsv(csv) }, hsnRatesInputSchema);
      if (errors) throw platformErrors.validation({}, { errors });
      return replace(ctx, (data as { rates: HsnRate[] }).rates);
    },

    /** What changes on a day in India; tomorrow where none is named. */
    changes: (day: string | null) => readHsnChanges(knex, day),

    /** The GST that goods of a vendor are charged today, and what says so. */
    async charged(vendorId: string, asked: AskedGst): Promise<ChargedGst> {
      const [vendor, ownList, state] = await Promise.all([
        vendors.find(vendorId),
        settings.forVendor(vendorId, checkoutSettings.vendorTaxLines),
        asked.hsnCode === null ? null : readHsnCodeState(knex, asked.hsnCode),
      ]);
      return chargedGst({
        ...asked,
        registered: vendor !== undefined && sellerKindOf(vendor) === 'regular',
        composition: vendor !== undefined && sellerKindOf(vendor) === 'composition',
        ownList,
        defaults: settings.get(checkoutSettings.defaultTaxLines),
        pricesIncludeTax: settings.get(checkoutSettings.pricesIncludeTax),
        state,
      });
    },

    /** The codes that products of a category have. */
    suggestions: (categoryId: string) => readHsnSuggestions(knex, categoryId),

    gaps: (scope: { vendorId?: string }, query: ListQuery) => listGstGaps(knex, scope, query),
  };
}
