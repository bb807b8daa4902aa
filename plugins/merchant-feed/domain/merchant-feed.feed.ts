import type { FeedDeclaration } from 'haat/plugin';
import { merchantFeedSettings as settings } from './merchant-feed.settings.js';

export const merchantFeed: FeedDeclaration = {
  id: 'merchant',
  title: 'merchant feed',
  path: '/admin/merchant-feed',
  adminPath: '/integrations/merchant-feed',
  permissions: { view: 'merchantFeed:view', manage: 'merchantFeed:manage' },
  dailyUpdates: 2,
  roundLimit: 500,
  settings,
  needed: {
    oauth: [settings.oauthClientId, settings.oauthClientSecret],
    feed: [
      settings.merchantId,
      settings.dataSourceId,
      settings.storefrontBaseUrl,
      settings.storefrontProductPath,
    ],
  },
  payloadSettings: [
    settings.language,
    settings.country,
    settings.merchantId,
    settings.dataSourceId,
    settings.shippingConfigured,
  ],
  target(get) {
    const [merchantId, dataSourceId] = [get(settings.merchantId), get(settings.dataSourceId)];
    return merchantId && dataSourceId ? `${merchantId}-${dataSourceId}` : '';
  },
};
