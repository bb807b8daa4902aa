import { createPublicDownload } from '#integrations/http/public-download.js';
import { labelKeyOf, type Shipment, shipmentReference } from '#domain/shipping/shipment.js';
import type { Platform } from '#operations/platform.js';

const MAX_BYTES = 5 * 1024 * 1024;
const TIMEOUT_MS = 15_000;

/** Copies labels of carriers into the storage, because the carrier's addresses do not live for ever. */
export function createLabelStore({ config, storage }: Pick<Platform, 'config' | 'storage'>) {
  const fromInternet = createPublicDownload({
    allowHttp: false,
    timeoutMs: TIMEOUT_MS,
    accept: 'application/pdf',
  });
  const fromSandbox = createPublicDownload({
    allowHttp: true,
    mayReach: () => true,
    timeoutMs: TIMEOUT_MS,
    accept: 'application/pdf',
  });
  /** The carrier's sandbox listens on this machine; in production nothing does that may be called. */
  const isSandbox = (url: string) =>
    !config.production && URL.canParse(url) && new URL(url).origin === new URL(config.CARRIER_API_URL).origin;

  return {
    /** @throws Error for an address that may not be reached, a file that is no PDF or larger than 5 MB */
    async keep(
      shipment: Pick<Shipment, 'id' | 'vendorId' | 'subOrderId' | 'attempt' | 'awb'>,
      url: string,
      signal?: AbortSignal,
    ): Promise<string> {
      const { contentType, body } = await (isSandbox(url) ? fromSandbox : fromInternet)(url);
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of body as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > MAX_BYTES) {
          body.destroy();
          throw new Error(`The label is larger than ${MAX_BYTES} bytes`);
        }
        chunks.push(chunk);
      }
      const file = Buffer.concat(chunks);
      if (!file.subarray(0, 5).equals(Buffer.from('%PDF-')))
        throw new Error(`The label is ${contentType}, no PDF`);
      const key = labelKeyOf(shipment);
      const reference = shipmentReference(shipment.subOrderId, shipment.attempt);
      await storage.put(key, file, {
        contentType: 'application/pdf',
        contentLength: file.length,
        // For a restored database that has lost the order: a carrier lists no parcels.
        metadata: { reference, ...(shipment.awb ? { awb: shipment.awb } : {}) },
        signal,
      });
      return key;
    },
  };
}

export type LabelStore = ReturnType<typeof createLabelStore>;
