import type { CarrierConfig } from '#domain/shipping/carrier-config.js';
import type { CourierQuote, Lane } from '#domain/shipping/courier-options.js';
import type { Config } from '#lib/config.js';
import { buildOnce } from '#lib/build-once.js';
import type { Clock } from '#lib/clock.js';
import { sha256 } from '#lib/crypto.js';
import { keepBriefly } from '#lib/keep-briefly.js';
import type { Ports } from '#operations/plugins/plugin-ports.js';
import { shippingProvider } from './carrier-for.js';

interface Deps {
  config: Config;
  ports: Ports;
  clock: Clock;
}

/** A dialog is open for some minutes; contracts change by the month. */
const KEPT = { forMs: 5 * 60_000, most: 1_000 };

/** What couriers offer for a lane, asked at most once in five minutes by each process. */
export function courierQuotes(deps: Deps) {
  return buildOnce(deps, create);
}

function create(deps: Deps) {
  const { clock } = deps;
  const keep = keepBriefly<CourierQuote[]>(KEPT);
  const provider = shippingProvider(deps);

  /**
   * @returns undefined where the provider does not say who carries a parcel
   * @throws HttpCallError when the carrier refuses or does not respond in time
   */
  return async function quotes(account: CarrierConfig, lane: Lane): Promise<CourierQuote[] | undefined> {
    const client = provider.connect(account);
    if (!client.quotes) return undefined;
    const { apiKey, username } = account;
    const key = sha256(JSON.stringify([apiKey, username, lane]));
    // Shared by all who wait for it, so that no caller's end ends it.
    return keep(key, clock.now().getTime(), async () => (await client.quotes?.(lane)) ?? []);
  };
}
