import { afterAll, beforeAll, it } from '@jest/globals';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { checkPageSequences } from './page-sequences.js';

let kernel: TestKernel;

beforeAll(async () => {
  kernel = await startKernel();
});
afterAll(() => kernel.stop());

it('2,000 sequences of changes leave a tree with unique live slugs', async () => {
  await checkPageSequences(kernel.container, 2_000);
});
