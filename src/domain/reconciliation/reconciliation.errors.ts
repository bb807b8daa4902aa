import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const reconciliationErrors = defineErrors({
  itemClosed: {
    code: 'CONFLICT',
    status: 409,
    message: 'This money is explained already: {decision}',
    when: 'unmatched money is decided about a second time, with another decision',
  },
  decisionUnfit: {
    code: 'CONFLICT',
    status: 409,
    message: 'The decision {decision} is not possible for {kind}',
    when: 'a decision does not fit the kind of the unmatched money',
  },
  amountAboveLeft: {
    code: 'CONFLICT',
    status: 409,
    message: 'The refund is {amount}, and {left} of what was chosen is left to refund',
    when: 'a refund made at the provider is allocated to less than it is',
  },
  unknownOwner: {
    code: 'VALIDATION_ERROR',
    status: 400,
    message: '`userId` must be the id of an operator (got {userId})',
    when: 'unmatched money is given to somebody who is no operator',
  },
  disputeWithoutOrder: {
    code: 'CONFLICT',
    status: 409,
    message: 'The payment of the dispute belongs to no order',
    when: 'evidence is collected for a dispute whose payment is unknown',
  },
  evidenceMissing: {
    code: 'CONFLICT',
    status: 409,
    message: 'The evidence is {state}: collect it first',
    when: 'the evidence of a dispute is downloaded before it was collected',
  },
  remittanceKnown: {
    code: 'CONFLICT',
    status: 409,
    message: 'The transfer {reference} was imported before, and nothing of this file is booked',
    when: 'a remittance file of a courier has a transfer that is imported already',
  },
});
