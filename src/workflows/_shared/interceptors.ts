import { defaultPayloadConverter, type Headers } from '@temporalio/common';
import { log, type WorkflowInterceptorsFactory } from '@temporalio/workflow';
import type { Origin } from '#domain/_shared/context.js';
import { ORIGIN_HEADER } from '#lib/workflow/origin-header.js';

/**
 * Around every workflow: its log lines carry the request and the actor that it goes back to, and so do its activities,
 * also those whose input does not name them. Nothing here waits or decides, so replays are not touched by it.
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
        execute(input, next) {
          origin = (input.args[0] as { origin?: Origin } | undefined)?.origin;
          log.debug('workflow started');
          return next(input);
        },
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) => next(withOrigin(input)),
        scheduleLocalActivity: (input, next) => next(withOrigin(input)),
        getLogAttributes: (input, next) =>
          next(origin ? { ...input, requestId: origin.requestId, actor: origin.actor.id } : input),
      },
    ],
  };
};
