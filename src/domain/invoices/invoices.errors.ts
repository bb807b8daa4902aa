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
  cancelled: {
    code: 'CONFLICT',
    status: 409,
    message: 'There is nothing to invoice: everything was cancelled',
    when: 'an invoice is asked for and every part of the order is cancelled',
  },
});
