import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const eventsErrors = defineErrors({
  alreadyDelivered: {
    code: 'CONFLICT',
    status: 409,
    message: 'The event has been delivered to {subscription}',
    when: 'a delivery is retried or dropped that is not waiting any more',
  },
});
