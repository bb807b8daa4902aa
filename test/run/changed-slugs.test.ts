import { describe, expect, it } from '@jest/globals';
import { slugsOf } from '../../scripts/supervisor/changed.mjs';

describe('the slugs that files belong to', () => {
  it('are those of their folders and of migrations', () => {
    const files = [
      'src/api/carts/carts.routes.ts',
      'src/db/kernel/knex.ts',
      'test/orders/orders.api.test.ts',
      'migrations/20260101000000_payments_add_reason.ts',
      'README.md',
      'test/_support/orders.ts',
    ];
    expect(slugsOf(files)).toEqual(['carts', 'orders', 'payments']);
  });
});
