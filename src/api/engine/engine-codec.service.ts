import { createPayloadCodec, type PayloadKeys } from '#integrations/engine/payload-codec.js';

export interface JsonPayload {
  metadata?: Record<string, string>;
  data?: string;
}

/** Turns payloads of the web UI over, where the platform encrypts them; without a key they are what they are. */
export function createEngineCodecService({ config }: { config: PayloadKeys }) {
  const codec = createPayloadCodec(config);

  async function turn(direction: 'encode' | 'decode', payloads: JsonPayload[]): Promise<JsonPayload[]> {
    if (!codec) return payloads;
    const turned = await codec[direction](payloads.map(fromJson));
    return turned.map(toJson);
  }
  return {
    encode: (payloads: JsonPayload[]) => turn('encode', payloads),
    decode: (payloads: JsonPayload[]) => turn('decode', payloads),
  };
}

function fromJson({ metadata = {}, data }: JsonPayload) {
  const entries = Object.entries(metadata).map(
    ([name, value]) => [name, Buffer.from(value, 'base64')] as const,
  );
  return { metadata: Object.fromEntries(entries), data: data ? Buffer.from(data, 'base64') : undefined };
}

function toJson({
  metadata,
  data,
}: {
  metadata?: Record<string, Uint8Array> | null;
  data?: Uint8Array | null;
}): JsonPayload {
  const entries = Object.entries(metadata ?? {}).map(([name, value]) => [
    name,
    Buffer.from(value).toString('base64'),
  ]);
  return {
    metadata: Object.fromEntries(entries) as Record<string, string>,
    ...(data ? { data: Buffer.from(data).toString('base64') } : {}),
  };
}
