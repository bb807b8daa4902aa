import { execFile } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { layOutFeature } from '../../scripts/new-feature/lay-out.js';
import { copyProject, outsideOfTests, type ProjectCopy } from '../_support/project-copy.js';

let copy: ProjectCopy;

beforeAll(async () => {
  copy = await copyProject();
  await layOutFeature(copy.root, 'gift-cards', new Date(), 'crud');
  await layOutFeature(copy.root, 'store-notices', new Date(Date.now() + 5_000), 'derived');
  await layOutFeature(copy.root, 'size-charts', new Date(Date.now() + 10_000), 'flow');
  await layOutFeature(copy.root, 'price-lists', new Date(Date.now() + 15_000), 'webhook');
});
afterAll(() => copy.remove());

/** `npm run …` in the copy. @throws with all that it said when it fails */
function npm(...args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = { cwd: copy.root, env: outsideOfTests(), maxBuffer: 64 * 1024 ** 2 };
    execFile('npm', args, options, (error, stdout, stderr) =>
      error ? reject(new Error(`npm ${args.join(' ')}\n${stdout}${stderr}`)) : resolve(),
    );
  });
}

test('features as they are laid out pass all that a change has to pass', async () => {
  await npm('run', 'generate');
  await npm('run', 'check');
  await expect(
    npm('test', '--', 'test/(gift-cards|store-notices|size-charts|price-lists)/', 'test/sweeps'),
  ).resolves.toBeUndefined();
});
