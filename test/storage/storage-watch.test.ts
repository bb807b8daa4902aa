import { describe, expect, test } from '@jest/globals';
import type { Storage } from '#integrations/storage/storage.js';
import { createStorageWatch } from '#runtime/storage-watch.js';

const quiet = { error: () => undefined, info: () => undefined };

const watchOf = (put: () => Promise<void>) =>
  createStorageWatch({ storage: { put } as unknown as Storage, logger: quiet });

describe('the watch of the file storage', () => {
  test('waits for a check that is under way when it stops', async () => {
    let begin = () => undefined as void;
    let finish = () => undefined as void;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const watch = watchOf(() => {
      begin();
      return new Promise<void>((resolve) => (finish = resolve));
    });
    watch.start();
    await begun;
    let stopped = false;
    const stopping = watch.stop().then(() => (stopped = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(stopped).toBe(false);
    finish();
    await stopping;
    expect(watch.problem()).toBeUndefined();
  });

  test('says what cannot be written, and that it can be again', async () => {
    let problem: Error | undefined = Object.assign(new Error('full'), { code: 'ENOSPC' });
    const watch = createStorageWatch({
      storage: {
        start: () => Promise.resolve(),
        put: () => (problem ? Promise.reject(problem) : Promise.resolve()),
      } as unknown as Storage,
      logger: quiet,
    });
    await watch.check();
    expect(watch.problem()).toContain('ENOSPC');
    problem = undefined;
    await watch.check();
    expect(watch.problem()).toBeUndefined();
    await watch.stop();
  });
});
