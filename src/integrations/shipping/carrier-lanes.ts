import type { CourierQuote, Lane } from '#domain/shipping/courier-options.js';
import { currencyUnits } from '#domain/shipping/currency-units.js';
import type { JsonClient } from '#integrations/http/json-client.js';
import { askCarrier, withoutResult } from './carrier-ask.js';
import { carrierDaysResponse, carrierServiceabilityResponse } from './carrier.schemas.js';

/** A person waits for the list. */
const TIMEOUT_MS = 6_000;
const SERVICEABILITY = '/api/v1/serviceability_api/';
const PREDICTED_DAYS = '/api/v1/predicted_sla_api/';

/** What the aggregator says of a lane, from one PIN code to another. */
export function createLaneCalls(
  api: JsonClient,
  { apiKey: key, username }: { apiKey: string; username: string },
) {
  const query = { username, key };

  /** Days that the aggregator predicts for each courier. Without them there are those of the contracts. */
  async function predictedDays(lane: Lane, signal?: AbortSignal): Promise<Map<number, [number, number]>> {
    const json = [{ pickup_pincode: lane.from, drop_pincode: lane.to }];
    const call = {
      method: 'POST' as const,
      path: PREDICTED_DAYS,
      query,
      json,
      signal,
      timeoutMs: TIMEOUT_MS,
    };
    const { result } = await askCarrier(api, call, carrierDaysResponse);
    const days = Object.entries(result?.[0]?.all_map ?? {});
    return new Map(days.map(([cpId, range]) => [Number(cpId), range]));
  }

  return {
    /**
     * The courier accounts that serve a lane, with what the contracts say of charge and days, as far as they say it.
     * @throws HttpCallError when the carrier refuses or does not respond in time
     */
    async quotes(lane: Lane, signal?: AbortSignal): Promise<CourierQuote[]> {
      const { length, breadth, height } = lane.size;
      const json = [
        {
          pickup_pincode: lane.from,
          drop_pincode: lane.to,
          optional: {
            length,
            breadth,
            height,
            weight: lane.size.weight,
            invoice_value: currencyUnits(lane.value),
            order_type: lane.cash ? 'COD' : 'PREPAID',
            service_type: 'FORWARD',
          },
        },
      ];
      const call = {
        method: 'POST' as const,
        path: SERVICEABILITY,
        query,
        json,
        signal,
        timeoutMs: TIMEOUT_MS,
      };
      const [{ meta, result }, predicted] = await Promise.all([
        askCarrier(api, call, carrierServiceabilityResponse),
        predictedDays(lane, signal).catch(() => new Map<number, [number, number]>()),
      ]);
      if (!result) throw withoutResult(`POST ${SERVICEABILITY}`, meta);
      return result.flatMap((item) => {
        const { cp_id: cpId, account_code: accountCode, comitted_sla: committed } = item;
        if (!cpId || !accountCode) return [];
        const days = predicted.get(cpId) ?? (committed ? [committed, committed] : null);
        return [
          {
            cpId,
            accountCode,
            prepaid: item.serviceable.PREPAID,
            cash: item.serviceable.COD,
            prepaidCharge: subunits(item.shipping_charge?.PREPAID),
            cashCharge: subunits(item.shipping_charge?.COD),
            days: days && { min: days[0], max: days[1] },
          },
        ];
      });
    },
  };
}

function subunits(charge: number | null | undefined): number | null {
  return charge === null || charge === undefined ? null : Math.round(charge * 100);
}
