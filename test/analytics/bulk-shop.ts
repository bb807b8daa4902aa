import type { TestKernel } from '../_support/kernel.js';
import { writeBulkOrders } from '../../bench/stand/bulk-orders.js';
import { createMarketplace } from './marketplace.js';

/** A marketplace of three vendors with so many orders, a thousand a day unless `perDay` says otherwise. */
export async function createBulkShop(
  { container }: Pick<TestKernel, 'container'>,
  { orders, perDay = 1_000, until }: { orders: number; perDay?: number; until: Date },
): Promise<void> {
  await createMarketplace(container);
  await writeBulkOrders(container.config.DATABASE_URL, { orders, perDay, until });
}
