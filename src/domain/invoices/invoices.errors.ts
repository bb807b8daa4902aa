import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const invoicesErrors = defineErrors({
  stillGenerating: {
    code: 'CONFLICT',
    status: 409,
    message: 'The invoice is still being generated',
    when: 'an invoice is downloaded before it is ready',
  },
  generationFailed: {
    code: 'CONFLICT',
    status: 409,
    message: 'The invoice could not be generated: {reason}',
    when: 'an invoice is downloaded whose last rendering failed',
  },
  tooManyStreams: {
    code: 'SERVICE_UNAVAILABLE',
    status: 503,
    message: 'Too many invoice streams on this process; connect again in a few seconds, or read the status',
    when: 'an invoice stream is opened while its API process serves `LIVE_STREAMS_MAX` of them',
  },
  tooManyOwnStreams: {
    code: 'RATE_LIMITED',
    status: 429,
    message: 'At most {limit} invoice streams may be open for one session or API key; close one first',
    when: 'an invoice stream is opened while its session or API key has 20 open',
  },
  notIssued: {
    code: 'CONFLICT',
    status: 409,
    message: 'The invoice has not been issued',
    when: 'an invoice is rendered before it has a number',
    recordedOnly: true,
  },
  notPrintable: {
    code: 'CONFLICT',
    status: 409,
    message: '{rule}',
    when: 'the order breaks a rule of invoicing; the message names the rule',
    recordedOnly: true,
  },
  returnTooLarge: {
    code: 'CONFLICT',
    status: 409,
    message:
      'The month has {count} documents, and a request adds up at most {limit}: create a file of the return instead',
    when: 'the GST return of a month with more documents than a request adds up is asked for',
  },
  archiveTooLarge: {
    code: 'CONFLICT',
    status: 409,
    message:
      'The month has more than {limit} documents, and a ZIP holds at most so many: archive the month of each vendor',
    when: 'a ZIP is requested of a month with more than 20,000 invoices and credit notes',
  },
  creditNoteRendering: {
    code: 'CONFLICT',
    status: 409,
    message: 'The PDF of this credit note is being rendered: try again in a few seconds',
    when: 'a credit note is downloaded before its PDF is stored',
  },
  challanRendering: {
    code: 'CONFLICT',
    status: 409,
    message: 'The PDF of this delivery challan is being rendered: try again in a few seconds',
    when: 'a delivery challan is downloaded before its PDF is stored',
  },
  commissionInvoiceRendering: {
    code: 'CONFLICT',
    status: 409,
    message: 'The PDF of this commission invoice is being rendered: try again in a few seconds',
    when: 'a commission invoice is downloaded before its PDF is stored',
  },
  nothingToInvoice: {
    code: 'CONFLICT',
    status: 409,
    message: 'There is nothing to invoice: all sub-orders are cancelled',
    when: 'an invoice is asked for and every sub-order is cancelled',
  },
});
