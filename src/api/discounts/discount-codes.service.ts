import { randomBytes } from 'node:crypto';
import { createDiscountCodesRepository } from '#db/discounts/discount-codes.repository.js';
import { createDiscountsRepository } from '#db/discounts/discounts.repository.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import {
  BULK_CODE_BYTES,
  bulkCode,
  codeLine,
  codesHeader,
  type DiscountCode,
  MAX_BULK_CODES,
} from '#domain/discounts/discount-code.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { discountsErrors } from '#domain/discounts/discounts.errors.js';
import type { Platform } from '#operations/platform.js';

const EXPORT_BATCH = 1_000;

/** Codes of a discount that are made in bulk, for one order each. */
export function createDiscountCodesService({
  knex,
  unitOfWork,
  audit,
  settings,
}: Pick<Platform, 'knex' | 'unitOfWork' | 'audit' | 'settings'>) {
  const codes = createDiscountCodesRepository();
  const discounts = createDiscountsRepository(knex);

  async function assertKnown(id: string): Promise<void> {
    if (!(await discounts.find(id))) throw platformErrors.notFound({ entity: 'Discount' });
  }

  return {
    /** @throws AppError NOT_FOUND also when it is deleted, CONFLICT beyond the most codes of a discount */
    create(
      ctx: Context,
      id: string,
      { prefix, count }: { prefix: string; count: number },
    ): Promise<{ created: number; total: number }> {
      return unitOfWork.runOnce(ctx, async (tx) => {
        const discount = await discounts.lock(tx, id);
        if (!discount || discount.deletedAt) throw platformErrors.notFound({ entity: 'Discount' });
        if (discount.offer) throw discountsErrors.offerWithoutCodes();
        const before = await codes.count(tx, id);
        if (before + count > MAX_BULK_CODES)
          throw discountsErrors.tooManyCodes({ limit: MAX_BULK_CODES, left: MAX_BULK_CODES - before });
        // A random code is taken about never; what was left out is made again.
        for (let created = 0; created < count;) {
          const given = Array.from({ length: count - created }, () =>
            bulkCode(prefix, randomBytes(BULK_CODE_BYTES)),
          );
          created += await codes.insert(tx, id, [...new Set(given)], ctx.now);
        }
        await audit.record(tx, ctx, [
          { entity: 'discount', entityId: id, action: 'create_codes', after: { prefix, count } },
        ]);
        return { created: count, total: before + count };
      });
    },

    /** @throws AppError NOT_FOUND */
    async list(id: string, query: ListQuery): Promise<Page<DiscountCode>> {
      await assertKnown(id);
      return codes.list(knex, id, query);
    },

    /** All codes as CSV; every export is audited. @throws AppError NOT_FOUND */
    async export(ctx: Context, id: string): Promise<AsyncGenerator<string>> {
      await assertKnown(id);
      await unitOfWork.run(ctx, (tx) =>
        audit.record(tx, ctx, [{ entity: 'discount', entityId: id, action: 'export_codes' }]),
      );
      return lines(id);
    },
  };

  async function* lines(id: string): AsyncGenerator<string> {
    yield codesHeader;
    const timeZone = settings.get(storeSettings.timeZone);
    for (let after = ''; ;) {
      const batch = await codes.after(knex, id, after, EXPORT_BATCH);
      yield batch.map((code) => codeLine(code, timeZone)).join('');
      const last = batch.at(-1);
      if (!last || batch.length < EXPORT_BATCH) return;
      after = last.code;
    }
  }
}
