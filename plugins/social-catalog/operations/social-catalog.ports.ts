import type { PluginPorts } from 'haat/plugin';
import { createSocialFeed } from './social-feed.js';

export function createSocialCatalogPorts(): PluginPorts {
  return { feedTargets: [createSocialFeed] };
}
