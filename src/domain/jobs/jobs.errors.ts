import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const jobsErrors = defineErrors({
  alreadyEnded: {
    code: 'CONFLICT',
    status: 409,
    message: 'The job cannot be cancelled: it is {status}',
    when: 'a job is to be cancelled that has ended',
  },
});
