import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const feedsErrors = defineErrors({
  notConnected: {
    code: 'CONFLICT',
    status: 409,
    message: 'The {feed} is not connected',
    when: 'an operation needs the remote side while the feed is disconnected or has to be connected again',
  },
  remoteCallFailed: {
    code: 'INTERNAL_SERVER_ERROR',
    status: 500,
    message: 'The {feed} API call failed: {reason}',
    when: 'the remote side refuses a call or cannot be reached',
  },
});
