import { defineEvent } from '#domain/_shared/event.js';

export interface EvidenceRequested {
  disputeId: string;
  orderId: string;
}

export const reconciliationEvents = {
  evidenceRequested: defineEvent<EvidenceRequested>(
    'dispute.evidence_requested',
    'dispute',
    'An operator has the evidence against a dispute collected',
  ),
};
