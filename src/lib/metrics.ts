import type { MailState } from '#domain/mail/mail-message.js';
import { attemptOutcomes } from '#domain/outbound-webhooks/delivery.js';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** From a cached read to a request that somebody has given up on. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Waits for something that is usually there at once. */
const WAIT_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10];
/** From a database step to a long import. */
const WORK_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800];

/** What an attempt may come to. */
const mailOutcomes = (['sent', 'queued', 'failed', 'unclear'] satisfies MailState[]).map((outcome) => ({
  outcome,
}));

const webhookOutcomes = attemptOutcomes.map((outcome) => ({ outcome }));

/**
 * Has the series of a counter there from the start. A counter that is first seen at 1 has not risen, as Prometheus sees
 * it: the first failure would be none.
 */
export function fromZero<L extends string>(
  metric: Counter<L>,
  series: readonly Record<L, string>[],
): Counter<L> {
  for (const labels of series) metric.inc(labels, 0);
  return metric;
}

/**
 * Every metric of a process, in one table. Labels hold names that stand in the code (routes, workflows, queues, states)
 * and nothing else: no ids, no addresses, no people, so that their number stays small and nothing leaks.
 * `docs/metrics.md` is generated from it.
 */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const samplers: (() => void | Promise<void>)[] = [];

  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const histogram = <L extends string>(
    name: string,
    help: string,
    buckets: number[],
    labelNames: readonly L[] = [],
  ) => new Histogram({ name, help, labelNames, buckets, registers });

  return {
    registry,
    http: {
      requests: counter('haat_http_requests_total', 'Requests answered, by the pattern of their route', [
        'route',
        'method',
        'status',
      ]),
      duration: histogram(
        'haat_http_request_duration_seconds',
        'Time to the end of the response; event streams are left out',
        REQUEST_SECONDS,
        ['route', 'method'],
      ),
      streams: gauge('haat_http_event_streams', 'Event streams that are open'),
    },
    database: {
      connections: gauge('haat_db_pool_connections', 'Connections of the pool: used, free', ['state']),
      most: gauge('haat_db_pool_connections_max', 'Connections that the pool may open'),
      pending: gauge('haat_db_pool_pending_acquires', 'Callers that wait for a connection'),
      acquire: histogram(
        'haat_db_pool_acquire_duration_seconds',
        'Time until a connection was given out',
        WAIT_SECONDS,
        ['outcome'],
      ),
    },
    outbox: {
      deliveries: gauge('haat_outbox_deliveries', 'Deliveries that are not done: due, backing_off, parked', [
        'subscription',
        'state',
      ]),
      oldestDue: gauge(
        'haat_outbox_oldest_due_seconds',
        'For how long the oldest due delivery has been due',
        ['subscription'],
      ),
      sampleFailures: counter(
        'haat_outbox_sample_failures_total',
        'Times that the backlog could not be read; its gauges are absent then',
      ),
    },
    events: {
      openFlowsWithoutRun: gauge(
        'haat_open_flows_without_run',
        'Entities with work left whose event was delivered and that have no run; looked at every five minutes',
      ),
    },
    derived: {
      rows: gauge(
        'haat_derived_rows',
        'Rows that are to be made again: waiting, leased, retrying; failing ones are among them',
        ['drain', 'state'],
      ),
      oldest: gauge('haat_derived_oldest_seconds', 'For how long the oldest row has been open', ['drain']),
    },
    feeds: {
      paused: gauge(
        'haat_feed_paused',
        'Whether a connected feed sends nothing at the moment, by the reason',
        ['feed', 'reason'],
      ),
    },
    relay: {
      active: gauge('haat_relay_active', 'Whether the relay of this process is the active one'),
      startsAtOnce: gauge(
        'haat_relay_starts_at_once',
        'Workflows that the relay starts at once, fewer while the engine is slow',
      ),
      deliveries: counter(
        'haat_relay_deliveries_total',
        'Deliveries that the relay brought to the engine, or could not',
        ['subscription', 'outcome'],
      ),
    },
    mail: {
      messages: gauge('haat_mail_messages', 'Mails that are not sent: queued, sending, failed, unclear', [
        'state',
      ]),
      paused: gauge(
        'haat_mail_paused_seconds',
        'For how long the mail queue has paused because its provider is away or misconfigured; 0 while it sends',
      ),
      attempts: fromZero(
        counter('haat_mail_attempts_total', 'Attempts to send a mail', ['outcome']),
        mailOutcomes,
      ),
    },
    webhooks: {
      attempts: fromZero(
        counter('haat_webhook_attempts_total', 'Attempts to deliver a webhook', ['outcome']),
        webhookOutcomes,
      ),
      disabled: gauge(
        'haat_webhook_endpoints_disabled',
        'Webhook endpoints that are disabled, by hand or because of failures',
      ),
    },
    engine: {
      calls: counter('haat_engine_calls_total', 'Calls to the workflow engine', ['call', 'outcome']),
      duration: histogram(
        'haat_engine_call_duration_seconds',
        'Time that the workflow engine took to respond',
        REQUEST_SECONDS,
        ['call'],
      ),
      starts: counter(
        'haat_workflow_starts_total',
        'Starts asked for: accepted, closed (it has run), refused (it runs), failed',
        ['workflow', 'outcome'],
      ),
    },
    activities: {
      duration: histogram(
        'haat_activity_duration_seconds',
        'Time of an attempt: completed, refused, failed, cancelled',
        WORK_SECONDS,
        ['activity', 'task_queue', 'outcome'],
      ),
    },
    pdf: {
      browserRunning: gauge('haat_pdf_browser_running', 'Whether the browser of this process runs'),
      pagesInUse: gauge('haat_pdf_pages_in_use', 'Documents being rendered'),
      waiting: gauge('haat_pdf_waiting', 'Documents that wait for a page'),
      wait: histogram('haat_pdf_wait_duration_seconds', 'Time until a document had a page', WAIT_SECONDS),
      duration: histogram(
        'haat_pdf_render_duration_seconds',
        'Time of a rendering once it had a page',
        WORK_SECONDS,
        ['outcome'],
      ),
    },
    shipping: {
      webhooks: counter(
        'haat_shipping_webhooks_total',
        'Tracking webhooks of carriers: recorded, duplicate, unmapped, contradicting_codes, foreign_awb, ambiguous_awb, unknown_awb, unknown_account, bad_signature, unreadable',
        ['outcome'],
      ),
    },
    search: {
      requests: counter(
        'haat_search_requests_total',
        'Searches and suggestions: found, nothing, filling, unavailable, failed',
        ['kind', 'outcome'],
      ),
      duration: histogram(
        'haat_search_duration_seconds',
        'Time of the search engine for a search or for suggestions',
        REQUEST_SECONDS,
        ['kind'],
      ),
      filling: gauge(
        'haat_search_filling',
        'Whether searches respond with 503 because there is no complete index yet',
      ),
      documents: gauge('haat_search_documents', 'Documents of each collection of the search index', [
        'collection',
        'state',
      ]),
    },
    analytics: {
      refresh: histogram(
        'haat_analytics_refresh_duration_seconds',
        'Time of a transaction that computes days or the dashboard',
        WORK_SECONDS,
      ),
      dirtyDays: gauge(
        'haat_analytics_dirty_days',
        'Days that wait to be computed again, after the last run',
      ),
      differingDays: counter(
        'haat_analytics_differing_days_total',
        'Days whose sums differed from the raw rows, and were repaired',
      ),
      streams: gauge('haat_analytics_streams', 'Live streams of paid orders that are open'),
      skippedFrames: counter(
        'haat_analytics_skipped_frames_total',
        'Frames left out for readers that are behind; they get the count',
      ),
    },
    plugins: {
      hooks: counter('haat_plugin_hooks_total', 'Calls of hooks of plugins: done, refused, failed', [
        'plugin',
        'hook',
        'outcome',
      ]),
    },
    log: {
      dropped: gauge(
        'haat_log_lines_dropped',
        'Log lines that could not be written since the start: the disk was full',
      ),
    },
    disk: {
      full: gauge(
        'haat_disk_full_refusals',
        'Writes that a full disk has refused since the start, by whose disk it is',
        ['disk'],
      ),
    },
    live: {
      connected: gauge('haat_live_channel_connected', 'Whether the channel of notifications is connected'),
      reconnects: counter(
        'haat_live_channel_reconnects_total',
        'Times that the channel had to connect again',
      ),
    },

    /** Has `sample` set its gauges whenever the metrics are read. */
    onRead(sample: () => void | Promise<void>): void {
      samplers.push(sample);
    },
    /** The current values, in the format that Prometheus reads. */
    async text(): Promise<string> {
      await Promise.all(samplers.map(async (sample) => sample()));
      return registry.metrics();
    },
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
