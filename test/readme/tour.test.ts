import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { loadDemoData } from '../../scripts/seed/load-demo-data.js';
import { startTourShop, type TourShop } from './tour-shop.js';

let tour: TourShop;
beforeAll(async () => {
  tour = await startTourShop();
  await loadDemoData(tour.shop.container, { seed: 1, say: () => undefined });
});
afterAll(() => tour.stop());

describe('the tour of the README', () => {
  it('runs as written, from a product file to the merged invoice', () => tour.takeTour());
});
