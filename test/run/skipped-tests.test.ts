import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { allowedSkips, describeSkips } from '../../scripts/supervisor/skipped-tests.mjs';

const root = join(import.meta.dirname, '..', '..');

describe('the tests that a run skips', () => {
  it('are named together with what has them run', () => {
    const { lines, unlisted } = describeSkips([
      { file: 'test/storage/s3-storage.rest.ts', name: 'S3 as storage skipped' },
      {
        file: 'test/orders/order-window.simulated.rest.ts',
        name: 'in simulated time releases an unpaid order',
      },
      {
        file: 'test/payments/refund-retries.simulated.rest.ts',
        name: 'in simulated time gives up after a day',
      },
    ]);
    expect(unlisted).toEqual([]);
    expect(lines).toEqual([
      expect.stringMatching(/^1 test was skipped because there is no S3 server.*topology -- --build/),
      expect.stringMatching(/^2 tests were skipped because Temporal’s .*fetch-time-skipping/),
    ]);
  });

  it('are a defect where no entry allows them', () => {
    const test = { file: 'test/orders/orders.api.test.ts', name: 'an order can be cancelled' };
    expect(describeSkips([test])).toEqual({
      lines: [expect.stringContaining('test/orders/orders.api.test.ts: an order can be cancelled')],
      unlisted: [test],
    });
  });

  it('are allowed in files that exist', () => {
    const files = allowedSkips.flatMap(({ file }) => file ?? []);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });
});
