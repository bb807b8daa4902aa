import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createContentCache, type ContentCache } from '#db/kernel/content-cache.js';
import { raiseContentRevision } from '#db/kernel/content-revisions.js';
import { createLiveChannel, type LiveChannel } from '#db/kernel/live-channel.js';
import { contentScope, withRequestScope } from '#lib/request-scope.js';
import { eventually } from '../_support/eventually.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';

let kernel: TestKernel;
const live: LiveChannel[] = [];
const caches: ContentCache[] = [];

beforeAll(async () => {
  kernel = await startKernel();
});
afterAll(async () => {
  for (const cache of caches) await cache.stop();
  for (const channel of live) await channel.stop();
  await kernel.stop();
});

/** The cache of another process. */
async function newCache({ deaf = false } = {}): Promise<ContentCache> {
  const { config, logger, knex } = kernel.container;
  const channel = createLiveChannel({ url: config.DATABASE_URL, logger });
  if (!deaf) {
    await channel.start();
    live.push(channel);
  }
  const cache = createContentCache({ knex, live: channel, logger, ownWrites: false });
  cache.start();
  caches.push(cache);
  return cache;
}

const change = () => kernel.container.unitOfWork.run(kernel.ctx, (tx) => raiseContentRevision(tx, 'banners'));

describe('cached content', () => {
  it.each([{ deaf: false }, { deaf: true }])(
    'follows a change made elsewhere (deaf: $deaf)',
    async (options) => {
      const cache = await newCache(options);
      let text = '"old"';
      const read = async () => (await cache.read(['banners'], 'key', () => Promise.resolve(text)))?.text;
      await eventually(async () => {
        text = '"old"';
        await read();
        text = '"new"';
        expect(await read()).toBe('"old"');
      });
      await change();
      await eventually(async () => expect(await read()).toBe('"new"'));
    },
  );

  it('is not dropped by a change that rolls back', async () => {
    const cache = await newCache();
    let reads = 0;
    const read = () => cache.read(['banners'], 'kept', () => Promise.resolve(`${(reads += 1)}`));
    // The first poll learns the revisions.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await read();
    await expect(
      kernel.container.unitOfWork.run(kernel.ctx, (tx) => {
        raiseContentRevision(tx, 'banners');
        return Promise.reject(new Error('rolled back'));
      }),
    ).rejects.toThrow('rolled back');
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await read();
    expect(reads).toBe(1);
  });

  it('follows a change elsewhere at once where a read names its revision, even without the channel', async () => {
    const cache = await newCache({ deaf: true });
    for (let round = 0; round < 5; round += 1) {
      const read = (text: string) => cache.read(['banners'], 'asked', () => Promise.resolve(text));
      await read(`"old ${round}"`);
      await change();
      const [{ revision } = { revision: 0 }] = (await kernel.container
        .knex('content_revisions')
        .where({ name: 'banners' })
        .select('revision')) as { revision: number }[];
      const found = await withRequestScope({ requestId: 'r' }, () => {
        Object.assign(contentScope() ?? {}, { wanted: new Map([['banners', Number(revision)]]) });
        return read(`"new ${round}"`);
      });
      expect(found?.text).toBe(`"new ${round}"`);
    }
  });

  it('a read that began before a change does not store its result after it', async () => {
    const cache = await newCache();
    let finish: (text: string) => void = () => undefined;
    const slow = cache.read(['banners'], 'slow', () => new Promise((resolve) => (finish = resolve)));
    let seen = 0;
    await change();
    await eventually(async () => {
      // The change has arrived when an entry of its kind is read anew.
      seen += 1;
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(seen).toBeGreaterThan(4);
    });
    finish('"before"');
    expect((await slow)?.text).toBe('"before"');
    expect((await cache.read(['banners'], 'slow', () => Promise.resolve('"after"')))?.text).toBe('"after"');
  });
});
