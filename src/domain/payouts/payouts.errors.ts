import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const payoutsErrors = defineErrors({
  unknownVendor: {
    code: 'VALIDATION_ERROR',
    status: 400,
    message: '`vendorId` must be the id of a vendor (got {vendorId})',
    when: 'a payout is created for a vendor that does not exist',
  },
  nothingToPay: {
    code: 'CONFLICT',
    status: 409,
    message: 'There is nothing to pay out: the payable balance is {balance}',
    when: 'a payout is created while the payable entries of the vendor do not add up to a positive amount',
  },
  bankDetailsMissing: {
    code: 'CONFLICT',
    status: 409,
    message: 'The vendor has not set its bank details: {keys}',
    when: 'a payout is created for a vendor without complete bank details',
  },
  wrongState: {
    code: 'CONFLICT',
    status: 409,
    message: 'This payout is {status}: it cannot be recorded as {move}',
    when: 'a payout is recorded as paid that has failed, or as paid with another reference',
  },
  bankReturnNeeded: {
    code: 'CONFLICT',
    status: 409,
    message:
      'This payout was paid: it fails only when the bank returns the money; name the bank’s reference of the return in `bankReference`',
    when: 'a payout that was paid is recorded as failed without the bank’s reference of the return',
  },
  bankDetailsChanged: {
    code: 'CONFLICT',
    status: 409,
    message: 'The vendor has changed its bank details: payouts are on hold until {until}',
    when: 'a payout is created while changed bank details wait for `payout.bank_hold_hours` or for their test transfer, or were found bad',
  },
  vendorHeld: {
    code: 'CONFLICT',
    status: 409,
    message: 'Payouts of this vendor are on hold until {until}: {reason}',
    when: 'a payout is created while the vendor is held, such as for a day after the second factor of an owner was removed',
  },
  runOpen: {
    code: 'CONFLICT',
    status: 409,
    message: 'A payout run is open: {runId}',
    when: 'a payout run is started while another one has not ended',
  },
  notPaid: {
    code: 'CONFLICT',
    status: 409,
    message: 'This payout is {status}: its statement is rendered as PDF when it is paid',
    when: 'the PDF statement of a payout is downloaded before it is paid',
  },
  statementRendering: {
    code: 'CONFLICT',
    status: 409,
    message: 'The PDF of this statement is being rendered: try again in a few seconds',
    when: 'a statement is downloaded before its PDF is stored',
  },
  providerNotReady: {
    code: 'CONFLICT',
    status: 409,
    message: 'The payout provider {provider} cannot send payouts: {reason}',
    when: 'payouts are created while the provider of `payout.provider` is not registered or lacks a setting',
  },
  sentByProvider: {
    code: 'CONFLICT',
    status: 409,
    message: 'The provider {provider} sends this payout, and its transfer is {state}',
    when: 'a payout that a provider sends is recorded as paid, or as failed once the provider was asked for it',
  },
  notAwaitingApproval: {
    code: 'CONFLICT',
    status: 409,
    message: 'This payout does not wait for approval',
    when: 'a payout is approved about which nobody was asked',
  },
  accountNotOpen: {
    code: 'CONFLICT',
    status: 409,
    message: 'These bank details are {state}: they cannot be {move}',
    when: 'bank details are cancelled that others have replaced, or tried again while they wait or are verified',
  },
});
