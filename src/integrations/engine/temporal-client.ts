import { Client, Connection, type ConnectionLike, type DataConverter } from '@temporalio/client';
import type { Config } from '#lib/config.js';
import { installedEngineTracing } from './engine-tracing.js';
import { eventKeys } from './event-keys.js';
import { createPayloadCodec, type PayloadKeys } from './payload-codec.js';

/** Shared by client and worker: both must read what the other wrote. */
export function dataConverter(keys: PayloadKeys): DataConverter {
  const codec = createPayloadCodec(keys);
  return codec ? { payloadCodecs: [codec] } : {};
}

/** How to reach the engine. */
export function connectionOptions(
  config: Pick<Config, 'TEMPORAL_ADDRESS' | 'TEMPORAL_TLS' | 'TEMPORAL_API_KEY'>,
) {
  const apiKey = config.TEMPORAL_API_KEY;
  return { address: config.TEMPORAL_ADDRESS, tls: config.TEMPORAL_TLS || apiKey !== undefined, apiKey };
}

/** A client that connects with its first call, so that a process starts while the engine is down. */
export function createTemporalClient(config: Config): { client: Client; close: () => Promise<void> } {
  const connection = Connection.lazy(connectionOptions(config));
  return { client: createClientOver(connection, config), close: () => connection.close() };
}

/** A client over a connection that somebody else closes, such as that of a worker. */
export function createClientOver(connection: ConnectionLike, config: Config): Client {
  return new Client({
    connection,
    namespace: config.TEMPORAL_NAMESPACE,
    dataConverter: dataConverter(config),
    interceptors: { workflow: [...(installedEngineTracing()?.client ?? []), eventKeys] },
  });
}
