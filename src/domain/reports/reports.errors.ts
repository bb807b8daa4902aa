import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const reportsErrors = defineErrors({
  exportEnded: {
    code: 'CONFLICT',
    status: 409,
    message: 'The export cannot be cancelled: it is {status}',
    when: 'an export is cancelled that is ready, failed or expired',
  },
  exportNotRetryable: {
    code: 'CONFLICT',
    status: 409,
    message: 'Only a failed or expired export can be retried: this one is {status}',
    when: 'an export is retried that is pending, processing or ready',
  },
  tooManyExports: {
    code: 'CONFLICT',
    status: 409,
    message:
      '{open} exports of this vendor are waiting or running, and at most {limit} may: cancel one or wait until one has ended',
    when: 'a vendor requests an export while five of its exports wait or run',
  },
  unknownReport: {
    code: 'NOT_FOUND',
    status: 404,
    message: 'The report no longer exists',
    when: 'an export is written of a report that this version does not have',
    recordedOnly: true,
  },
});
