import { setCurrentDetails, upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import type { Ended, Outcome } from '#domain/_shared/outcome.js';
import { searchAttributeKeys } from '#lib/workflow/search-attributes.js';

/** How this run stands; each run has its own copy of this module. */
const run = {
  outcome: 'ok' as Outcome,
  reason: null as string | null,
  /** What it is at, by the summary of its last step or timer. */
  step: '',
  /** How far it is. */
  progress: '',
};

/**
 * Says how the run stands, in the engine's lists and in the details of its page. Nothing is written where it stands so
 * already.
 * @param reason one sentence for the operator, which becomes the `reason` of the result; while somebody is waited for: for
 *   what, since when, until when
 */
export function setOutcome(outcome: Outcome, reason: string | null = null): void {
  run.outcome = outcome;
  run.reason = reason;
  writeAttribute(outcome);
  show();
}

/** Says how far the run is, on its page; it costs the engine nothing. */
export function setProgress(text: string): void {
  run.progress = text;
  show();
}

/** Says what the run is at; the interceptor does it for every step and timer. */
export function setStep(summary: string): void {
  run.step = summary;
  show();
}

/** How a run stands that ended without an error. Whom it waited for has come. */
export function endedAs(): Ended {
  const { outcome, reason } = run;
  return outcome === 'waiting' ? { status: 'ok', reason: null } : { status: outcome, reason };
}

/** How a run stands that ended with an error; what the workflow itself has said of its end stays. */
export function failedAs(cancelled: boolean, reason: string): Ended {
  const { outcome } = run;
  if (outcome === 'refused' || outcome === 'cancelled')
    return { status: outcome, reason: run.reason ?? reason };
  return { status: cancelled ? 'cancelled' : 'failed', reason };
}

/** Writes how the run ended. */
export function writeEnd({ status, reason }: Ended): void {
  writeAttribute(status);
  setCurrentDetails(lines([reason ? `Ended as ${status}: ${reason}` : `Ended as ${status}`, run.progress]));
}

function writeAttribute(outcome: Outcome): void {
  const current = workflowInfo().typedSearchAttributes.get(searchAttributeKeys.outcome);
  // A run that was started without one belongs to an earlier release: another command would stop its replay.
  if (current === undefined || current === outcome) return;
  upsertSearchAttributes([{ key: searchAttributeKeys.outcome, value: outcome }]);
}

function show(): void {
  const waiting = run.outcome === 'waiting' && run.reason ? `Waiting for ${run.reason}` : '';
  const ended = ['ok', 'waiting'].includes(run.outcome) ? '' : `${run.outcome}: ${run.reason ?? ''}`;
  setCurrentDetails(lines([waiting || ended, run.progress, run.step && `Now: ${run.step}`]));
}

function lines(texts: readonly string[]): string {
  return texts.filter(Boolean).join('\n\n');
}
