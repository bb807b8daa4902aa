import { each, feedsEvents, originOf, type Subscription } from 'haat/plugin';
import {
  connectMerchantFeed,
  type ConnectMerchantFeedInput,
  merchantConnectionChangedSignal,
} from '../workflows/merchant-feed.contract.js';

export const merchantFeedSubscriptions: readonly Subscription[] = [
  each<{ feed: string; generation: number }, ConnectMerchantFeedInput>(
    'feeds-connect-merchant',
    [feedsEvents.connected],
    (event) => {
      if (event.payload.feed !== 'merchant') return null;
      const { generation } = event.payload;
      return {
        contract: connectMerchantFeed,
        input: { generation, origin: originOf(event) },
        signal: { name: merchantConnectionChangedSignal.name, args: [{ generation }] },
      };
    },
  ),
];
