import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const outboundWebhooksErrors = defineErrors({
  tooMany: {
    code: 'CONFLICT',
    status: 409,
    message: 'There may be at most {limit} webhook endpoints; delete one first',
    when: 'an endpoint is created although the platform has 20, or the vendor 5',
  },
  eventsNotReadable: {
    code: 'FORBIDDEN',
    status: 403,
    message: 'You cannot have events sent whose rows you may not read: {events} need {permissions}',
    when: 'an endpoint of the platform names events whose rows its creator may not read',
  },
  alreadyEnabled: {
    code: 'CONFLICT',
    status: 409,
    message: 'The webhook endpoint is enabled already',
    when: 'an endpoint is enabled that is not disabled',
  },
  disabled: {
    code: 'CONFLICT',
    status: 409,
    message: 'The webhook endpoint is disabled; enable it first',
    when: 'something is to be sent to an endpoint that is disabled or deleted',
  },
  underWay: {
    code: 'CONFLICT',
    status: 409,
    message: 'The delivery is still being sent; redeliver it when it has ended',
    when: 'a delivery is redelivered whose attempts have not ended',
  },
  bodyDeleted: {
    code: 'CONFLICT',
    status: 409,
    message: 'The body of this delivery was deleted after {days} days and cannot be sent again',
    when: 'a delivery is redelivered whose body is not kept any longer',
  },
  rangeUnderWay: {
    code: 'CONFLICT',
    status: 409,
    message: 'An earlier redelivery of this endpoint has not been sent yet',
    when: 'a range is redelivered while deliveries of the last range still wait for their first attempt',
  },
  rangeTooLarge: {
    code: 'CONFLICT',
    status: 409,
    message: 'The range has more than {limit} deliveries; choose a shorter one',
    when: 'a range of more than 10,000 deliveries is redelivered',
  },
});
