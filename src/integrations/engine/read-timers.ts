import { requiredTsToDate } from '@temporalio/common/lib/time.js';
import type { HistoryEvent } from './read-job.js';

/**
 * When the next timer of a run fires; null where none is open.
 * @param events the last ones of its history, in any order
 */
export function nextTimer(events: readonly HistoryEvent[]): Date | null {
  const ended = new Set(
    events.map(
      ({ timerFiredEventAttributes: fired, timerCanceledEventAttributes: cancelled }) =>
        fired?.timerId ?? cancelled?.timerId,
    ),
  );
  const times = events.flatMap(({ timerStartedEventAttributes: timer, eventTime }) => {
    if (!timer || ended.has(timer.timerId)) return [];
    const { seconds, nanos } = timer.startToFireTimeout ?? {};
    const ms = Number(seconds ?? 0) * 1_000 + Number(nanos ?? 0) / 1_000_000;
    return [requiredTsToDate(eventTime, 'eventTime').getTime() + ms];
  });
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}
