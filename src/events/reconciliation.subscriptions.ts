import { originOf } from '#domain/_shared/context.js';
import {
  type EvidenceRequested,
  reconciliationEvents,
} from '#domain/reconciliation/reconciliation.events.js';
import {
  collectDisputeEvidence,
  type CollectDisputeEvidenceInput,
} from '#workflows/reconciliation/reconciliation.contract.js';
import { requestedSignal } from '#workflows/_shared/requests.js';
import { each, type Subscription } from './subscription.js';

export const reconciliationSubscriptions: readonly Subscription[] = [
  each<EvidenceRequested, CollectDisputeEvidenceInput>(
    'reconciliation-evidence',
    [reconciliationEvents.evidenceRequested],
    (event) => ({
      contract: collectDisputeEvidence,
      input: { ...event.payload, origin: originOf(event) },
      signal: { name: requestedSignal.name, args: [] },
    }),
  ),
];
