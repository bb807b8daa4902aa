import { drain, each, feedsEvents, handleDueSql, originOf, type Subscription } from 'haat/plugin';
import {
  connectSocialCatalog,
  type ConnectSocialCatalogInput,
  socialConnectionChangedSignal,
} from '../workflows/social-catalog.contract.js';

/** Batches are looked at also while nothing may be sent. */
const POLL_GAP_MS = 500;

export const socialCatalogSubscriptions: readonly Subscription[] = [
  drain('feeds-social-polls', [], 'feeds', { due: () => handleDueSql('social'), gapMs: POLL_GAP_MS }),
  each<{ feed: string; generation: number }, ConnectSocialCatalogInput>(
    'feeds-connect-social',
    [feedsEvents.connected, feedsEvents.catalogRequested, feedsEvents.disconnected],
    (event) => {
      if (event.payload.feed !== 'social') return null;
      const { generation } = event.payload;
      return {
        contract: connectSocialCatalog,
        input: { generation, origin: originOf(event) },
        signal: { name: socialConnectionChangedSignal.name, args: [{ generation }] },
      };
    },
  ),
];
