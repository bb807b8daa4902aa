import {
  type Client,
  isGrpcServiceError,
  ServiceError,
  type WorkflowHandle,
  WorkflowExecutionAlreadyStartedError,
  WorkflowFailedError,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
} from '@temporalio/client';
import { createEngineJobs, type EngineJobs } from '#integrations/engine/engine-jobs.js';
import { createEngineSchedules, type EngineSchedules } from '#integrations/engine/engine-schedules.js';
import {
  NamespaceNotFoundError,
  type QueryDefinition,
  type SignalDefinition,
  type UpdateDefinition,
} from '@temporalio/common';
import { AppError } from '#domain/_shared/app-error.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { appErrorOf } from '#lib/workflow/failures.js';
import { CORE_QUEUE, type Contract } from '#lib/workflow/contract.js';
import { startAttributes } from '#lib/workflow/search-attributes.js';
import { createEngineAvailability } from './engine-availability.js';
import { hasReceived, withEventKey } from './event-keys.js';
import type { Logger } from '#lib/logger.js';
import type { Metrics } from '#lib/metrics.js';
import { requestScope } from '#lib/request-scope.js';
import { inSpan } from '#lib/tracing.js';

/** Every call to the engine responds within this, or counts as refused. */
const DEADLINE_MS = 2_000;
/** Of gRPC. */
const DEADLINE_EXCEEDED = 4;

export interface Started {
  workflowId: string;
  /** False when a run with this id was there already. */
  started: boolean;
}

/** The only way to the engine: contracts in, `AppError` out. An engine that is down or late is 503. */
export interface WorkflowGateway {
  /** @param options `key` stays with the run, for `hasReceived` */
  start<Input>(contract: Contract<Input, unknown>, input: Input, options?: { key: string }): Promise<Started>;
  signalWithStart<Input>(
    contract: Contract<Input, unknown>,
    input: Input,
    signal: { name: string; args: unknown[] },
    options?: { key: string },
  ): Promise<Started>;
  /** Whether a run with this id was started or signalled with the key, of those that were open at `since` or later. */
  hasReceived(workflowId: string, key: string, since: Date): Promise<boolean>;
  signal<Args extends unknown[]>(
    workflowId: string,
    signal: SignalDefinition<Args>,
    ...args: Args
  ): Promise<void>;
  update<Result, Args extends unknown[]>(
    workflowId: string,
    update: UpdateDefinition<Result, Args>,
    ...args: Args
  ): Promise<Result>;
  query<Result, Args extends unknown[]>(
    workflowId: string,
    query: QueryDefinition<Result, Args>,
    ...args: Args
  ): Promise<Result>;
  /** What runs, waits and failed, for operators. */
  jobs: EngineJobs;
  /** What runs by the clock. */
  schedules: EngineSchedules;
  /** Throws 503 after the engine was last found silent, so that nothing is written for a flow that cannot start. */
  assertAvailable(): Promise<void>;
  /** Asks the engine now; never throws. */
  probe(): Promise<boolean>;
  client: Client;
}

export function createWorkflowGateway(options: {
  client: Client;
  logger: Logger;
  metrics: Metrics['engine'];
  /**
   * The client shares its connection with a worker of workflows: the engine hands that worker the first task of a run in
   * its response to the start, which saves the engine a queue, a poll and a transaction for each run.
   */
  sharesWorker?: boolean;
  /** Why nothing may be started or asked in this engine; undefined while it is the right one. */
  problem?: () => string | undefined;
}): WorkflowGateway {
  const { client, logger, metrics, sharesWorker = false, problem = () => undefined } = options;
  const jobs = createEngineJobs(client);
  const schedules = createEngineSchedules(client);
  const inTime = <T>(work: () => Promise<T>) => client.withDeadline(Date.now() + DEADLINE_MS, work);
  const availability = createEngineAvailability({
    ask: () => inTime(() => client.workflowService.getSystemInfo({})),
    logger,
  });

  /** @param changes whether a late response leaves open if something happened */
  async function call<T>(name: string, work: () => Promise<T>, changes = false): Promise<T> {
    const measured = metrics.duration.startTimer({ call: name });
    const began = Date.now();
    const unavailable = (cause: unknown) => {
      availability.failed(cause, began);
      const details = { retryAfter: 2, cause };
      return changes && isLate(cause)
        ? platformErrors.engineUnclear({}, details)
        : platformErrors.engineUnavailable({}, details);
    };
    const wrong = problem();
    if (wrong !== undefined)
      throw platformErrors.engineUnavailable({}, { retryAfter: 10, cause: new Error(wrong) });
    try {
      const response = await inSpan({ name: `engine ${name}`, kind: 'client' }, () => inTime(work));
      availability.responded();
      metrics.calls.inc({ call: name, outcome: 'answered' });
      return response;
    } catch (error) {
      const translated = translate(error, unavailable);
      metrics.calls.inc({ call: name, outcome: outcomeOf(translated) });
      throw translated;
    } finally {
      measured();
    }
  }

  const change = <T>(name: string, work: () => Promise<T>) => call(name, work, true);

  function startOptions<Input>(contract: Contract<Input, unknown>, input: Input) {
    return {
      workflowId: contract.id(input),
      taskQueue: CORE_QUEUE,
      args: [input],
      workflowIdConflictPolicy: contract.onRunning === 'join' ? ('USE_EXISTING' as const) : ('FAIL' as const),
      workflowIdReusePolicy:
        contract.onClosed === 'again' ? ('ALLOW_DUPLICATE' as const) : ('REJECT_DUPLICATE' as const),
      typedSearchAttributes: startAttributes(contract, input),
      staticSummary: contract.summary(input),
      ...(contract.startsAt && { startDelay: delayUntil(contract.startsAt(input)) }),
    };
  }

  /** A run that has ended and may not be repeated is not an error of the caller: there is nothing left to start. */
  async function orAlreadyThere<Input>(
    contract: Contract<Input, unknown>,
    workflowId: string,
    start: () => Promise<unknown>,
  ): Promise<Started> {
    const count = (outcome: string) => metrics.starts.inc({ workflow: contract.name, outcome });
    try {
      await start();
      count('accepted');
      // The relay wakes drains on no request in particular, and often.
      logger[requestScope() ? 'info' : 'debug'](
        { workflow: contract.name, workflowId },
        'workflow asked for',
      );
      return { workflowId, started: true };
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) {
        count('failed');
        throw error;
      }
      if (contract.onClosed === 'refuse' && contract.onRunning === 'join') {
        count('closed');
        return { workflowId, started: false };
      }
      count('refused');
      throw platformErrors.alreadyRunning({ workflow: contract.name });
    }
  }

  return {
    client,
    probe: async () => (await availability.probe()) && problem() === undefined,
    start: (contract, input, options) => {
      const settings = startOptions(contract, input);
      return change('start', () =>
        orAlreadyThere(contract, settings.workflowId, () =>
          withEventKey(options?.key, () =>
            client.workflow.start(contract.name, {
              ...settings,
              requestEagerStart: sharesWorker && !contract.startsAt,
            }),
          ),
        ),
      );
    },
    signalWithStart: (contract, input, signal, options) => {
      const settings = startOptions(contract, input);
      return change('signalWithStart', () =>
        orAlreadyThere(contract, settings.workflowId, () =>
          withEventKey(options?.key, () =>
            client.workflow.signalWithStart(contract.name, {
              ...settings,
              signal: signal.name,
              signalArgs: signal.args,
            }),
          ),
        ),
      );
    },
    hasReceived: (workflowId, key, since) =>
      call('hasReceived', () => hasReceived(client, workflowId, key, since)),
    signal: (workflowId, signal, ...args) =>
      change('signal', () => handle(client, workflowId).signal(signal, ...args)),
    update: <Result, Args extends unknown[]>(
      workflowId: string,
      update: UpdateDefinition<Result, Args>,
      ...args: Args
    ) =>
      change('update', () =>
        handle(client, workflowId).executeUpdate<Result, [unknown]>(update.name, {
          args: args as unknown as [unknown],
        }),
      ),
    query: (workflowId, query, ...args) =>
      call('query', () => handle(client, workflowId).query(query, ...args)),
    jobs: {
      list: (page) => call('list', () => jobs.list(page)),
      describe: (workflowId, runId) => call('describe', () => jobs.describe(workflowId, runId)),
      cancel: (workflowId, by) => change('cancel', () => jobs.cancel(workflowId, by)),
    },
    schedules: {
      list: () => call('list_schedules', () => schedules.list()),
      describe: (id) => call('describe_schedule', () => schedules.describe(id)),
      pause: (id, note) => change('pause_schedule', () => schedules.pause(id, note)),
      resume: (id, note) => change('resume_schedule', () => schedules.resume(id, note)),
      run: (id) => change('run_schedule', () => schedules.run(id)),
    },
    async assertAvailable() {
      if (problem() !== undefined || !(await availability.mayBeAsked()))
        throw platformErrors.engineUnavailable({}, { retryAfter: 2 });
    },
  };
}

/** Milliseconds; none where the instant is over. */
function delayUntil(instant: string): number {
  return Math.max(Date.parse(instant) - Date.now(), 0);
}

function handle(client: Client, workflowId: string): WorkflowHandle {
  return client.workflow.getHandle(workflowId);
}

/** `unavailable` is the engine's fault, `refused` a response that the caller has to live with. */
function outcomeOf(error: unknown): string {
  if (!(error instanceof AppError)) return 'failed';
  return error.code === 'SERVICE_UNAVAILABLE' ? 'unavailable' : 'refused';
}

function translate(error: unknown, unavailable: (error: unknown) => AppError): unknown {
  if (error instanceof AppError) return error;
  if (error instanceof WorkflowNotFoundError) {
    return platformErrors.notFound({ entity: 'Workflow' }, { cause: error });
  }
  if (error instanceof WorkflowFailedError || error instanceof WorkflowUpdateFailedError) {
    return appErrorOf(error.cause) ?? error;
  }
  // An engine without the namespace has lost everything, and is set up again.
  const isAway = error instanceof ServiceError || error instanceof NamespaceNotFoundError;
  if (isAway || isGrpcServiceError(error) || isConnectionFailure(error)) return unavailable(error);
  return error;
}

/** Whether the call was sent and its response came too late, or not at all. */
function isLate(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  const isDeadline = [code, cause?.code].includes(DEADLINE_EXCEEDED);
  return isDeadline || (error instanceof Error && /deadline/i.test(`${error.name} ${error.message}`));
}

function isConnectionFailure(error: unknown): boolean {
  return (
    error instanceof Error &&
    /deadline|connect|ECONNREFUSED|transport/i.test(`${error.name} ${error.message}`)
  );
}
