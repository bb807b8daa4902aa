import { defaultPayloadConverter, type Headers, TemporalFailure } from '@temporalio/common';
import { ContinueAsNew, isCancellation, log, type WorkflowInterceptorsFactory } from '@temporalio/workflow';
import type { Origin } from '#domain/_shared/context.js';
import { failureReason } from '#lib/workflow/failures.js';
import { ORIGIN_HEADER } from '#lib/workflow/origin-header.js';
import { endedAs, failedAs, setStep, writeEnd } from './outcome.js';

/**
 * Around every workflow: its log lines carry the request and the actor that it goes back to, and so do its activities,
 * also those whose input does not name them; its page says what it is at, and its end becomes an outcome with a reason.
 * Nothing here waits, and a run of an earlier release gets no command from here, so that replays are not touched by it.
 */
export const interceptors: WorkflowInterceptorsFactory = () => {
  let origin: Origin | undefined;
  const withOrigin = <Input extends { headers: Headers }>(input: Input): Input =>
    origin
      ? {
          ...input,
          headers: { ...input.headers, [ORIGIN_HEADER]: defaultPayloadConverter.toPayload(origin) },
        }
      : input;
  return {
    inbound: [
      {
        async execute(input, next) {
          origin = (input.args[0] as { origin?: Origin } | undefined)?.origin;
          log.debug('workflow started');
          try {
            const result = await next(input);
            const ended = endedAs();
            writeEnd(ended);
            return { ...ended, ...(result as object | null | undefined) };
          } catch (error) {
            // Whatever is no failure of the engine's kinds is a fault of the code, and its task is tried again.
            if (!(error instanceof ContinueAsNew) && error instanceof TemporalFailure)
              writeEnd(failedAs(isCancellation(error), failureReason(error, error.message)));
            throw error;
          }
        },
      },
    ],
    outbound: [
      {
        scheduleActivity(input, next) {
          setStep(input.options.summary ?? input.activityType);
          return next(withOrigin(input));
        },
        scheduleLocalActivity(input, next) {
          setStep(input.options.summary ?? input.activityType);
          return next(withOrigin(input));
        },
        startTimer(input, next) {
          if (input.options?.summary) setStep(input.options.summary);
          return next(input);
        },
        getLogAttributes: (input, next) =>
          next(origin ? { ...input, requestId: origin.requestId, actor: origin.actor.id } : input),
      },
    ],
  };
};
