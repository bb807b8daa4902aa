import { createCustomersQuery } from '#db/accounts/customers.query.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { Platform } from '#operations/platform.js';

/** Customers as operators read them. */
export function createCustomersService({ knex, counts }: Pick<Platform, 'knex' | 'counts'>) {
  const customers = createCustomersQuery(knex, counts);
  return {
    list: (query: ListQuery) => customers.list(query),

    /** @throws AppError NOT_FOUND, also for a guest */
    async get(id: string) {
      const customer = await customers.find(id);
      if (!customer) throw platformErrors.notFound({ entity: 'Customer' });
      return customer;
    },
  };
}
