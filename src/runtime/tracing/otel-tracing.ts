import {
  type Context,
  context,
  diag,
  DiagLogLevel,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { envDetector, Resource, detectResourcesSync } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { createEngineTracing, type EngineTracing } from '#integrations/engine/engine-tracing.js';
import type { Logger } from '#lib/logger.js';
import type { OpenSpan, SpanStart, Tracing } from '#lib/tracing.js';

/** Spans leave at least this often; a person who looks for one waits this long. */
const SEND_MS = 1_000;

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

/**
 * Traces with OpenTelemetry, sent as OTLP over HTTP to `<endpoint>/v1/traces`. The standard variables set the rest:
 * `OTEL_SERVICE_NAME`, `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_TRACES_SAMPLER`. Loaded by `startTracing` alone.
 */
export function createOtelTracing(options: { endpoint: string; name: string; logger: Logger }): {
  tracing: Tracing;
  engine: EngineTracing;
} {
  const { logger } = options;
  const say = (message: string, ...rest: unknown[]) => logger.warn({ detail: rest }, `tracing: ${message}`);
  const silent = () => undefined;
  diag.setLogger(
    { error: say, warn: say, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const resource = new Resource({ 'service.name': `haat-${options.name}` }).merge(
    detectResourcesSync({ detectors: [envDetector] }),
  );
  const processor = new BatchSpanProcessor(
    new OTLPTraceExporter({ url: `${options.endpoint.replace(/\/+$/, '')}/v1/traces` }),
    { scheduledDelayMillis: SEND_MS },
  );
  const provider = new BasicTracerProvider({ resource, spanProcessors: [processor] });
  provider.register({ contextManager: new AsyncLocalStorageContextManager().enable() });
  const tracer = provider.getTracer('haat');

  function parentOf(start: SpanStart): Context {
    if (!start.parent) return context.active();
    return propagation.extract(ROOT_CONTEXT, { traceparent: start.parent });
  }

  const tracing: Tracing = {
    openSpan(start) {
      const kind = start.kind && kinds[start.kind];
      const parent = parentOf(start);
      const span = tracer.startSpan(start.name, { kind, attributes: start.attributes }, parent);
      return opened(span, trace.setSpan(parent, span));
    },
    traceparent() {
      const carrier: { traceparent?: string } = {};
      propagation.inject(context.active(), carrier);
      return carrier.traceparent;
    },
    async stop() {
      try {
        await provider.shutdown();
      } catch (error) {
        logger.warn({ err: error }, 'last spans could not be exported');
      }
      for (const api of [trace, context, propagation, diag]) api.disable();
    },
  };
  return { tracing, engine: createEngineTracing(processor, resource) };
}

function opened(span: Span, inside: Context): OpenSpan {
  return {
    within: (work) => context.with(inside, work),
    end({ name, attributes, error } = {}) {
      if (name) span.updateName(name);
      if (attributes) span.setAttributes(attributes);
      if (error !== undefined) {
        // The name of the error alone: what it says may quote somebody's data, and stands in the log.
        span.setStatus({
          code: SpanStatusCode.ERROR,
          message: error instanceof Error ? error.name : 'Error',
        });
      }
      span.end();
    },
  };
}
