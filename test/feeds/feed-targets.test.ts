import { createFeeds } from '#operations/feeds/registered-feeds.js';
import { startPlatform } from '../_support/platform.js';
import { createFakeFeed } from './fake-feed.js';
import { feedTargetContract } from './feed-target-contract.js';

for (const id of ['merchant', 'social'])
  feedTargetContract(id, async () => {
    const platform = await startPlatform();
    const feed = createFeeds(platform.container).get(id as never);
    if (!feed) throw new Error(`The feed ${id} is not registered`);
    return { feed, stop: () => platform.stop() };
  });

// The feed of the tests of the kernel keeps what it was connected to: it never halts by itself.
feedTargetContract('of the tests', async () => {
  const feed = createFakeFeed();
  feed.response = () => ({
    halt: { reason: 'reconnect_required', message: 'Not connected', retryAfterSeconds: null },
  });
  return { feed, stop: () => undefined };
});
