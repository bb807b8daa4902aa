import { defineSignal } from '@temporalio/workflow';
import type { Origin } from '#domain/_shared/context.js';
import { contract } from '#lib/workflow/contract.js';

export interface MineBoughtTogetherInput {
  /** Without it, the schedule asked. */
  origin?: Origin;
}

/** The pairs were requested: orders confirmed before this instant are to be counted. */
export const miningRequestedSignal = defineSignal('requested');

/**
 * Mines which products are bought together from the confirmed orders of the last 180 days, and replaces the pairs that
 * storefronts read. Started each night and on demand; a request during a run is followed by another run. Orders are
 * counted day by day with a checkpoint each, so that a worker that takes over goes on where the other one ended.
 */
export const mineBoughtTogether = contract<MineBoughtTogetherInput>()({
  name: 'mineBoughtTogether',
  id: () => 'fbt-mine',
  parseId: () => null,
  onRunning: 'join',
  onClosed: 'again',
  searchAttributes: () => ({}),
  summary: () => 'Find products that are bought together',
  signals: { requested: miningRequestedSignal },
});
