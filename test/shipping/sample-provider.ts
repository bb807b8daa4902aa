import type { CarrierScan, CreateOutcome, ShippingProvider } from '../../src/plugin.js';

interface SampleParcel {
  awb: string;
  reference: string;
  steps: string[];
  cancelled: boolean;
}

/** A courier of a shop's own whose parcels are in memory, as a plugin would have it. */
export interface SampleProvider extends ShippingProvider {
  parcels: Map<string, SampleParcel>;
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

/** Its own words for what it reports, and those of the platform. */
const statuses = { collected: 'in_transit', handed: 'delivered' } as const;

export function createSampleProvider(): SampleProvider {
  const parcels = new Map<string, SampleParcel>();
  const byAwb = (awb: string) => [...parcels.values()].find((parcel) => parcel.awb === awb);
  const outcomeOf = ({ awb }: SampleParcel): CreateOutcome => ({ kind: 'created', awb, labelUrl: null });
  return {
    parcels,
    parcelsPerCall: 50,
    missingKeys: ({ apiKey, courierMap }, courierCode) => [
      ...(apiKey ? [] : ['carrier.api_key']),
      ...(courierCode && !Object.hasOwn(courierMap, courierCode) ? ['carrier.courier_map'] : []),
    ],
    readScan(report): CarrierScan | null {
      const [awb, step] = [textOf(report['parcel']), textOf(report['step'])];
      if (!awb || !step) return null;
      return {
        awb,
        references: [],
        cpId: null,
        eventId: textOf(report['id']),
        statusCode: step,
        codes: step,
        status: Object.hasOwn(statuses, step) ? statuses[step as keyof typeof statuses] : undefined,
        contradiction: null,
        location: null,
        timestamp: textOf(report['at']) ?? '',
        occurredAt: report['at'] ? new Date(String(report['at'])) : null,
        labelUrl: null,
        payload: report,
      };
    },
    connect: () => ({
      async createOrder({ reference }, signal) {
        signal?.throwIfAborted();
        const known = parcels.get(reference) ?? {
          awb: `SAMPLE${parcels.size + 1}`,
          reference,
          steps: [],
          cancelled: false,
        };
        parcels.set(reference, known);
        return outcomeOf(known);
      },
      async findOrder(reference) {
        const known = parcels.get(reference);
        return known ? outcomeOf(known) : null;
      },
      async cancelOrder({ awb }) {
        const known = byAwb(awb);
        if (known) known.cancelled = true;
        return known ? { kind: 'voided' } : { kind: 'refused', reason: 'The parcel is unknown' };
      },
      track: async (awbs) =>
        awbs.flatMap((awb) => (byAwb(awb)?.steps ?? []).map((step) => ({ awb, raw: { parcel: awb, step } }))),
      label: async () => null,
      accounts: async () => [],
    }),
  };
}
