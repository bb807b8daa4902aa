import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const searchErrors = defineErrors({
  unavailable: {
    code: 'BAD_GATEWAY',
    status: 502,
    message: 'The search engine cannot be reached; try again in a moment',
    when: 'the configured search server is unreachable or takes longer than two seconds',
  },
  synonymTaken: {
    code: 'CONFLICT',
    status: 409,
    message: 'Another synonym has the same root and words',
    when: 'another synonym has the same root and words',
  },
});
