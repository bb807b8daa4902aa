import { installEngineTracing } from '#integrations/engine/engine-tracing.js';
import type { Config } from '#lib/config.js';
import type { Logger } from '#lib/logger.js';
import { installedTracing, installTracing } from '#lib/tracing.js';

/**
 * Starts to trace, where `OTEL_EXPORTER_OTLP_ENDPOINT` says where spans go. The libraries are loaded only then. Before
 * the container is made: its client of the engine takes part.
 */
export async function startTracing(
  config: Pick<Config, 'OTEL_EXPORTER_OTLP_ENDPOINT'>,
  options: { name: string; logger: Logger },
): Promise<void> {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return;
  const { createOtelTracing } = await import('./otel-tracing.js');
  const { tracing, engine } = createOtelTracing({ endpoint, ...options });
  installTracing(tracing);
  installEngineTracing(engine);
}

/** Sends the spans that are left, and ends it. */
export async function stopTracing(): Promise<void> {
  const tracing = installedTracing();
  installTracing(undefined);
  installEngineTracing(undefined);
  await tracing?.stop();
}
