import { createAggregator } from '#integrations/shipping/aggregator.js';
import { startCarrierSandbox } from '../../sandboxes/carrier/carrier-sandbox.js';
import { accountOf } from '../_support/carrier-account.js';
import { shippingProviderContract } from './shipping-provider-contract.js';

shippingProviderContract('of the platform', async () => {
  const sandbox = await startCarrierSandbox({ port: 0, webhookSecret: 'secret' });
  return {
    provider: createAggregator({
      CARRIER_API_URL: sandbox.url,
      CARRIER_TRACKING_API_URL: sandbox.url,
      CARRIER_ACCOUNTS_PATH: '/api/v1/accounts/',
    }),
    account: accountOf('platform'),
    courierCode: 'delhivery',
    report: (awb) => sandbox.scan(awb),
    stop: () => sandbox.close(),
  };
});
