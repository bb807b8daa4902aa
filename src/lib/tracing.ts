export type SpanAttributes = Record<string, string | number | boolean>;

export interface SpanStart {
  /** Names of the code only (routes, subscriptions, calls): what varies belongs into the attributes. */
  name: string;
  kind?: 'server' | 'client' | 'consumer';
  /** The span it belongs to, as W3C `traceparent`; by default the one that is open. */
  parent?: string | null;
  attributes?: SpanAttributes;
}

/** A span that is open; `end` once. */
export interface OpenSpan {
  /** Runs `work` so that spans opened in it belong to this one. */
  within<T>(work: () => T): T;
  end(result?: { name?: string; attributes?: SpanAttributes; error?: unknown }): void;
}

/** What makes the spans, once it has been started; see `start-tracing.ts`. */
export interface Tracing {
  openSpan(start: SpanStart): OpenSpan;
  traceparent(): string | undefined;
  /** Sends what is left. */
  stop(): Promise<void>;
}

let installed: Tracing | undefined;

export function installTracing(tracing: Tracing | undefined): void {
  installed = tracing;
}

/** Undefined unless `OTEL_EXPORTER_OTLP_ENDPOINT` is set. */
export function installedTracing(): Tracing | undefined {
  return installed;
}

const noSpan: OpenSpan = { within: (work) => work(), end: () => undefined };

/** Opens a span; does nothing, and costs nothing, while nobody traces. */
export function openSpan(start: SpanStart): OpenSpan {
  return installed?.openSpan(start) ?? noSpan;
}

/** Runs `work` in its own span, which says when it failed. */
export async function inSpan<T>(start: SpanStart, work: () => Promise<T>): Promise<T> {
  if (!installed) return work();
  const span = installed.openSpan(start);
  try {
    const result = await span.within(work);
    span.end();
    return result;
  } catch (error) {
    span.end({ error });
    throw error;
  }
}

/** The open span as W3C `traceparent`, to be kept with work that somebody else will do. */
export function traceparent(): string | undefined {
  return installed?.traceparent();
}

/** The id of the trace, for log lines. */
export function traceId(): string | undefined {
  return installed?.traceparent()?.split('-')[1];
}
