import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { connectFeeds } from '../../scripts/seed/connect-feeds.js';
import { loadDemoData } from '../../scripts/seed/load-demo-data.js';
import { type MerchantSandbox, startMerchantSandbox } from '../../sandboxes/merchant/merchant-sandbox.js';
import { type SocialSandbox, startSocialSandbox } from '../../sandboxes/social/social-sandbox.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

let merchant: MerchantSandbox;
let social: SocialSandbox;
let platform: TestPlatform;
beforeAll(async () => {
  merchant = await startMerchantSandbox({ port: 0, clientSecret: 'merchant-sandbox-client-secret-0000' });
  social = await startSocialSandbox({ port: 0, appSecret: 'social-sandbox-app-secret-0000' });
  platform = await startPlatform({
    workers: ['core', 'feeds', 'relay'],
    environment: { MERCHANT_API_URL: merchant.url, SOCIAL_API_URL: social.url },
  });
  await loadDemoData(platform.container, { seed: 1, say: () => undefined });
});
afterAll(async () => {
  await platform.stop();
  await merchant.close();
  await social.close();
});

it('connects both feeds and leaves items in every state', async () => {
  await connectFeeds(platform.container, { apiUrl: platform.url, say: () => undefined });
  const rows = (await platform.container.knex('feeds_items').distinct('feed', 'status')) as {
    feed: string;
    status: string;
  }[];
  const states = (feed: string) =>
    rows
      .filter((row) => row.feed === feed)
      .map(({ status }) => status)
      .sort();
  expect(states('merchant')).toEqual(['deleted', 'failed', 'pending', 'skipped', 'synced']);
  expect(states('social')).toEqual(['deleted', 'failed', 'pending', 'skipped', 'submitted', 'synced']);
  expect(merchant.products('4711').size).toBeGreaterThan(1_000);
});
