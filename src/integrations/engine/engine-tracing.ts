import type { Resource } from '@opentelemetry/resources';
import type { SpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { WorkflowClientInterceptor } from '@temporalio/client';
import {
  makeWorkflowExporter,
  OpenTelemetryActivityInboundInterceptor,
  OpenTelemetryActivityOutboundInterceptor,
  OpenTelemetryWorkflowClientInterceptor,
} from '@temporalio/interceptors-opentelemetry';
import type { ActivityInterceptorsFactory, InjectedSinks } from '@temporalio/worker';
import type { Sinks } from '@temporalio/workflow';

/** What the engine's client and workers need to carry a trace through workflows and activities. */
export interface EngineTracing {
  client: WorkflowClientInterceptor[];
  activity: ActivityInterceptorsFactory;
  /** Workflows cannot send anything themselves: their spans leave the sandbox this way. */
  sinks: InjectedSinks<Sinks>;
}

export function createEngineTracing(processor: SpanProcessor, resource: Resource): EngineTracing {
  return {
    client: [new OpenTelemetryWorkflowClientInterceptor()],
    activity: (activity) => ({
      inbound: new OpenTelemetryActivityInboundInterceptor(activity),
      outbound: new OpenTelemetryActivityOutboundInterceptor(activity),
    }),
    sinks: { exporter: makeWorkflowExporter(processor, resource) },
  };
}

let installed: EngineTracing | undefined;

export function installEngineTracing(tracing: EngineTracing | undefined): void {
  installed = tracing;
}

/** Undefined unless this process traces. */
export function installedEngineTracing(): EngineTracing | undefined {
  return installed;
}
