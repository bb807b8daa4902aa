import { missingCarrierKeys } from '#domain/shipping/carrier-config.js';
import { carrierOrder } from '#domain/shipping/carrier-order.js';
import { readCarrierScan } from '#domain/shipping/carrier-scan.js';
import { reverseOrder } from '#domain/shipping/reverse-order.js';
import type { Config } from '#lib/config.js';
import { createCarrierClient } from './carrier-client.js';
import type { ShippingProvider } from './shipping-provider.js';

/** The provider of the platform: an aggregator of couriers, at the addresses of the environment. */
export function createAggregator(
  config: Pick<Config, 'CARRIER_API_URL' | 'CARRIER_TRACKING_API_URL' | 'CARRIER_ACCOUNTS_PATH'>,
): ShippingProvider {
  const options = {
    apiUrl: config.CARRIER_API_URL,
    trackingUrl: config.CARRIER_TRACKING_API_URL,
    accountsPath: config.CARRIER_ACCOUNTS_PATH,
  };
  return {
    parcelsPerCall: 5,
    missingKeys: missingCarrierKeys,
    readScan: readCarrierScan,
    connect(account) {
      const client = createCarrierClient(options, account);
      return {
        ...client,
        createOrder: (order, signal) => client.createOrder(carrierOrder(order), signal),
        createReverse: (order, reason, signal) => client.createOrder(reverseOrder(order, reason), signal),
      };
    },
  };
}
