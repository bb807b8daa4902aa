import { afterAll, beforeAll, it } from '@jest/globals';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { checkPageSequences } from './page-sequences.js';

let kernel: TestKernel;

beforeAll(async () => {
  kernel = await startKernel();
});
afterAll(() => kernel.stop());

it('after any sequence of changes pages are a tree with unique live slugs (page-tree)', async () => {
  await checkPageSequences(kernel.container, 100);
});
