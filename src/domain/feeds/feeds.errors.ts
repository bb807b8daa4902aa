import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const feedsErrors = defineErrors({
  notConnected: {
    code: 'CONFLICT',
    status: 409,
    message: 'The {feed} is not connected',
    when: 'an operation needs the remote side while the feed is disconnected or has to be connected again',
  },
  presentTarget: {
    code: 'CONFLICT',
    status: 409,
    message: 'The feed writes to this target: only an earlier one can be emptied',
    when: 'the items of the present target of a feed are to be removed at once',
  },
  otherCount: {
    code: 'CONFLICT',
    status: 409,
    message: '`items` must be the number of items that stand there: {items}',
    when: 'the number of items in a request to empty an earlier target is not the present one',
  },
  remoteCallFailed: {
    code: 'INTERNAL_SERVER_ERROR',
    status: 500,
    message: 'The {feed} API call failed: {reason}',
    when: 'the remote side refuses a call or cannot be reached',
  },
});
