/**
 * The part of `haat/plugin` that is legal inside a workflow: within the workflow bundle, `haat/plugin` is this file. All of it
 * is in `src/plugin.ts` as well.
 */
export type { Actor, Context, Origin } from '#domain/_shared/context.js';
export { originOf } from '#domain/_shared/context.js';
export { AppError, type ErrorCode, type FieldIssue } from '#domain/_shared/app-error.js';
export { defineErrors, type ErrorFactory } from '#domain/_shared/error-catalogue.js';
export { defineEvent, type EventDefinition, type RecordedEvent } from '#domain/_shared/event.js';
export { contract, type Contract, entityIds, type WorkflowOf } from '#lib/workflow/contract.js';
export { failureReason } from '#lib/workflow/failures.js';
export {
  databaseStep,
  localDatabaseStep,
  longPass,
  outsideCall,
  renderStep,
} from '#workflows/_shared/activity-presets.js';
export { setOutcome, setProgress } from '#workflows/_shared/outcome.js';
export { condition, proxyActivities, proxyLocalActivities, sleep } from '#workflows/_shared/steps.js';
export { type ConnectionStep, connectionStepQuery } from '#workflows/feeds/feeds.contract.js';
