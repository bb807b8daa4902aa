import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const searchErrors = defineErrors({
  unavailable: {
    code: 'BAD_GATEWAY',
    status: 502,
    message: 'The search engine cannot be reached; try again in a moment',
    when: 'the configured search server is unreachable or takes longer than two seconds',
  },
  filling: {
    code: 'SERVICE_UNAVAILABLE',
    status: 503,
    message: 'The search index is being filled; try again in a moment',
    when: 'the index is filled for the first time, or the search server has lost its data; `Retry-After` says when to come again',
  },
  synonymTaken: {
    code: 'CONFLICT',
    status: 409,
    message: 'Another synonym has the same root and words',
    when: 'another synonym has the same root and words',
  },
  ruleTaken: {
    code: 'CONFLICT',
    status: 409,
    message: 'Another rule is for the same query and category from the same instant on',
    when: 'another rule has the same query, category and `activeFrom`',
  },
});
