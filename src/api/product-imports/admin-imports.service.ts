import type { Response } from 'express';
import { createAdminImportsQuery } from '#db/product-imports/admin-imports.query.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { Platform } from '#operations/platform.js';
import { createProductImportsService } from './product-imports.service.js';

/** Imports of all vendors: an operator sees what a vendor was refused, to help with it. */
export function createAdminImportsService(platform: Platform) {
  const imports = createAdminImportsQuery(platform.knex);
  const { sendErrors } = createProductImportsService(platform);

  /** @throws AppError NOT_FOUND */
  async function get(id: string) {
    const row = await imports.find(id);
    if (!row) throw platformErrors.notFound({ entity: 'Product import' });
    return row;
  }

  return {
    get,
    list: (query: ListQuery) => imports.list(query),

    /** @throws AppError NOT_FOUND */
    async sendErrors(id: string, response: Response): Promise<void> {
      const { vendorId } = await get(id);
      await sendErrors(vendorId, id, response);
    },
  };
}

export type AdminImportsService = ReturnType<typeof createAdminImportsService>;
