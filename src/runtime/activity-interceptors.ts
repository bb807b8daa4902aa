import type { Context as ActivityContext } from '@temporalio/activity';
import type {
  ActivityExecuteInput,
  ActivityInboundCallsInterceptor,
  ActivityInterceptors,
  ActivityOutboundCallsInterceptor,
  Next,
} from '@temporalio/worker';
import { CancelledFailure, defaultPayloadConverter } from '@temporalio/common';
import { AppError } from '#domain/_shared/app-error.js';
import { databaseUnavailable } from '#db/kernel/database-error.js';
import { storageUnavailable } from '#integrations/storage/storage-outage.js';
import { reasonOf } from '#domain/errors.js';
import type { Origin } from '#domain/_shared/context.js';
import { failureOf } from '#lib/workflow/failures.js';
import { ORIGIN_HEADER } from '#lib/workflow/origin-header.js';
import type { Logger } from '#lib/logger.js';
import type { Metrics } from '#lib/metrics.js';
import { withRequestScope } from '#lib/request-scope.js';

/** The origin that the input names, else that of the run which the activity belongs to. */
function originOfActivity({ args, headers }: ActivityExecuteInput): Origin | undefined {
  const header = headers[ORIGIN_HEADER];
  const own = (args[0] as { origin?: Origin } | undefined)?.origin;
  return own ?? (header && defaultPayloadConverter.fromPayload<Origin>(header));
}

class Inbound implements ActivityInboundCallsInterceptor {
  /** For the lines that the engine's SDK writes about this activity. */
  origin: Origin | undefined;

  constructor(
    private readonly context: ActivityContext,
    private readonly logger: Logger,
    private readonly metrics: Metrics['activities'],
  ) {}

  /** Puts request, actor and workflow into every log line, and turns our errors into failures that keep their code. */
  async execute(input: ActivityExecuteInput, next: Next<ActivityInboundCallsInterceptor, 'execute'>) {
    const { activityType, workflowExecution, attempt, taskQueue } = this.context.info;
    const origin = originOfActivity(input);
    this.origin = origin;
    const scope = {
      requestId: origin?.requestId ?? workflowExecution?.runId ?? 'none',
      actor: origin?.actor.id,
      workflowId: workflowExecution?.workflowId,
      activity: activityType,
    };
    return withRequestScope(scope, async () => {
      this.logger.debug({ attempt }, 'activity started');
      const measured = this.metrics.duration.startTimer({ activity: activityType, task_queue: taskQueue });
      let outcome = 'completed';
      try {
        return await next(input);
      } catch (error) {
        outcome = outcomeOf(error);
        if (error instanceof AppError) {
          this.logger.info({ err: error, attempt }, 'activity refused');
          throw failureOf(error, reasonOf(error));
        }
        this.logger.warn({ err: error, attempt }, 'activity failed');
        // By its reason, workflows tell a database or storage that is away from a step that cannot succeed.
        const outage = storageUnavailable(error) ?? databaseUnavailable(error);
        throw outage ? failureOf(outage, reasonOf(outage)) : error;
      } finally {
        measured({ outcome });
      }
    });
  }
}

/** `refused` will be refused again, `failed` is tried again. */
function outcomeOf(error: unknown): string {
  if (error instanceof CancelledFailure) return 'cancelled';
  return error instanceof AppError && error.status < 500 ? 'refused' : 'failed';
}

export function activityInterceptors(logger: Logger, metrics: Metrics['activities']) {
  return (context: ActivityContext): ActivityInterceptors => {
    const inbound = new Inbound(context, logger, metrics);
    const outbound: ActivityOutboundCallsInterceptor = {
      getLogAttributes: (input, next) =>
        next({ ...input, requestId: inbound.origin?.requestId, actor: inbound.origin?.actor.id }),
    };
    return { inbound, outbound };
  };
}
