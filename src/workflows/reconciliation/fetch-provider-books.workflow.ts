import { workflowInfo } from '@temporalio/workflow';
import type { ProviderBooksActivities } from '#activities/reconciliation/provider-books.activities.js';
import { longPass } from '#workflows/_shared/activity-presets.js';
import { setProgress } from '#workflows/_shared/outcome.js';
import { runInRounds } from '#workflows/_shared/rounds.js';
import { proxyActivities } from '#workflows/_shared/steps.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import type { fetchProviderBooks as contract, FetchProviderBooksInput } from './reconciliation.contract.js';

const { fetchNextBooks } = proxyActivities<ProviderBooksActivities>({
  ...longPass,
  summary: 'Fetch and match the next part of the books',
});

/** The parts of one provider's books: the next provider begins a new history. */
const ROUNDS = 8;

export const fetchProviderBooks: WorkflowOf<typeof contract> = async (input: FetchProviderBooksInput) => {
  // The first run of the chain: a run that goes on works on the same checkpoint.
  const runId = input.runId ?? workflowInfo().runId;
  const given: FetchProviderBooksInput = { runId };
  await runInRounds(given, {
    rounds: ROUNDS,
    round: async () => {
      const step = await fetchNextBooks({ runId });
      setProgress(`${step.provider}: ${step.step}`);
      return step;
    },
  });
};
