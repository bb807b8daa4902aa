import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const jobsErrors = defineErrors({
  alreadyEnded: {
    code: 'CONFLICT',
    status: 409,
    message: 'There is nothing left to cancel: this job is {status}',
    when: 'a job is to be cancelled that has ended',
  },
});
