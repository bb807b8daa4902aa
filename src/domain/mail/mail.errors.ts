import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const mailErrors = defineErrors({
  notSent: {
    code: 'BAD_GATEWAY',
    status: 502,
    message: 'The mail was not sent: {reason}',
    when: 'the mail provider refuses a test mail, cannot be reached, or is not set up',
  },
  maybeSent: {
    code: 'BAD_GATEWAY',
    status: 502,
    message: 'The mail may have been sent; the provider did not confirm it: {reason}',
    when: 'the mail provider took a test mail and did not respond in time',
  },
});
