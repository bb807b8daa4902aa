import type { RecordedEvent } from '#domain/_shared/event.js';
import { requestScope, withRequestScope } from './request-scope.js';
import { inSpan } from './tracing.js';

/**
 * Handles one event of a batch as part of the request that wrote it: log lines carry its id and actor, and the trace
 * goes on. `name` says what is done, for the trace.
 */
export function withDeliveryScope<T>(event: RecordedEvent, name: string, work: () => Promise<T>): Promise<T> {
  const scope = { ...requestScope(), requestId: event.requestId, actor: event.actor.id };
  const attributes = { 'haat.event': event.type, 'haat.request_id': event.requestId };
  return withRequestScope(scope, () =>
    inSpan({ name, kind: 'consumer', parent: event.traceparent, attributes }, work),
  );
}
