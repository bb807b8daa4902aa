import type { FeedDeclaration } from 'haat/plugin';
import { socialCatalogSettings as settings } from './social-catalog.settings.js';

export const socialFeed: FeedDeclaration = {
  id: 'social',
  title: 'social catalog',
  path: '/admin/social-catalog',
  adminPath: '/settings/social',
  permissions: { view: 'socialCatalog:view', manage: 'socialCatalog:manage' },
  dailyUpdates: null,
  roundLimit: 3_000,
  needsSelection: true,
  settings,
  needed: {
    oauth: [settings.appId, settings.appSecret, settings.redirectUri],
    feed: [settings.storefrontBaseUrl, settings.storefrontProductPath],
  },
  payloadSettings: [],
  target: (get) => get(settings.catalogId),
};
