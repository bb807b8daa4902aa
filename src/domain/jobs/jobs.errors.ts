import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const jobsErrors = defineErrors({
  alreadyEnded: {
    code: 'CONFLICT',
    status: 409,
    message: 'The job cannot be cancelled: it is {status}',
    when: 'a job is to be cancelled that has ended',
  },
  notEnded: {
    code: 'CONFLICT',
    status: 409,
    message: 'The job cannot be retried: it is {status}',
    when: 'a job is retried that runs or has completed',
  },
  notRetryable: {
    code: 'CONFLICT',
    status: 409,
    message: 'The job cannot be retried here. {remedy}',
    when: 'a job is retried whose work cannot be started again by the platform',
  },
  nothingLeft: {
    code: 'CONFLICT',
    status: 409,
    message: 'Nothing is left to do for this job. {remedy}',
    when: 'a job is retried whose row has ended',
  },
  eventGone: {
    code: 'CONFLICT',
    status: 409,
    message: 'The event of this job has been deleted. {remedy}',
    when: 'a job is retried whose event is older than the retention of events',
  },
  unknownSchedule: {
    code: 'NOT_FOUND',
    status: 404,
    message: 'The engine has no schedule {id}; it is created by `npm run engine:setup`',
    when: 'a schedule is named that is not declared, or that the engine has not got yet',
  },
});
