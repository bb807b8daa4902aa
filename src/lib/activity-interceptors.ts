import type { Context as ActivityContext } from '@temporalio/activity';
import type {
  ActivityExecuteInput,
  ActivityInboundCallsInterceptor,
  ActivityInterceptors,
  Next,
} from '@temporalio/worker';
import { CancelledFailure } from '@temporalio/common';
import { AppError } from '#domain/_shared/app-error.js';
import type { Origin } from '#domain/_shared/context.js';
import { failureOf } from '#workflows/_shared/failures.js';
import type { Logger } from './logger.js';
import type { Metrics } from './metrics/metrics.js';
import { withRequestScope } from './request-scope.js';

/** The origin that a contract's input carries on, where this activity got one. */
function originIn(args: unknown[]): Origin | undefined {
  return (args[0] as { origin?: Origin } | undefined)?.origin;
}

class Inbound implements ActivityInboundCallsInterceptor {
  constructor(
    private readonly context: ActivityContext,
    private readonly logger: Logger,
    private readonly metrics: Metrics['activities'],
  ) {}

  /** Puts request, actor and workflow into every log line, and turns our errors into failures that keep their code. */
  async execute(input: ActivityExecuteInput, next: Next<ActivityInboundCallsInterceptor, 'execute'>) {
    const { activityType, workflowExecution, attempt, taskQueue } = this.context.info;
    const origin = originIn(input.args);
    const scope = {
      requestId: origin?.requestId ?? workflowExecution?.runId ?? 'none',
      actor: origin?.actor.id,
      workflowId: workflowExecution?.workflowId,
      activity: activityType,
    };
    return withRequestScope(scope, async () => {
      const measured = this.metrics.duration.startTimer({ activity: activityType, task_queue: taskQueue });
      let outcome = 'completed';
      try {
        return await next(input);
      } catch (error) {
        outcome = outcomeOf(error);
        if (error instanceof AppError) {
          this.logger.info({ err: error, attempt }, 'activity refused');
          throw failureOf(error);
        }
        this.logger.warn({ err: error, attempt }, 'activity failed');
        throw error;
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
  return (context: ActivityContext): ActivityInterceptors => ({
    inbound: new Inbound(context, logger, metrics),
  });
}
