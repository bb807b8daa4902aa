import type { Context as ActivityContext } from '@temporalio/activity';
import type {
  ActivityExecuteInput,
  ActivityInboundCallsInterceptor,
  ActivityInterceptors,
  Next,
} from '@temporalio/worker';
import { AppError } from '#domain/_shared/app-error.js';
import type { Origin } from '#domain/_shared/context.js';
import { failureOf } from '#workflows/_shared/failures.js';
import type { Logger } from './logger.js';
import { withRequestScope } from './request-scope.js';

/** The origin that a contract's input carries on, where this activity got one. */
function originIn(args: unknown[]): Origin | undefined {
  return (args[0] as { origin?: Origin } | undefined)?.origin;
}

class Inbound implements ActivityInboundCallsInterceptor {
  constructor(
    private readonly context: ActivityContext,
    private readonly logger: Logger,
  ) {}

  /** Puts request, actor and workflow into every log line, and turns our errors into failures that keep their code. */
  async execute(input: ActivityExecuteInput, next: Next<ActivityInboundCallsInterceptor, 'execute'>) {
    const { activityType, workflowExecution, attempt } = this.context.info;
    const origin = originIn(input.args);
    const scope = {
      requestId: origin?.requestId ?? workflowExecution?.runId ?? 'none',
      actor: origin?.actor.id,
      workflowId: workflowExecution?.workflowId,
      activity: activityType,
    };
    return withRequestScope(scope, async () => {
      try {
        return await next(input);
      } catch (error) {
        if (error instanceof AppError) {
          this.logger.info({ err: error, attempt }, 'activity refused');
          throw failureOf(error);
        }
        this.logger.warn({ err: error, attempt }, 'activity failed');
        throw error;
      }
    });
  }
}

export function activityInterceptors(logger: Logger) {
  return (context: ActivityContext): ActivityInterceptors => ({ inbound: new Inbound(context, logger) });
}
