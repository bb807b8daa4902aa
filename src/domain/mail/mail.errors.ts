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
  authNotResendable: {
    code: 'CONFLICT',
    status: 409,
    message: 'Mails of accounts cannot be sent again: the person asks for a new one',
    when: 'a mail of `auth.*` is to be sent again',
  },
  notOver: {
    code: 'CONFLICT',
    status: 409,
    message: 'This mail is {state}: it can be sent again once it is over',
    when: 'a mail that waits or is being sent is to be sent again',
  },
  wordsGone: {
    code: 'CONFLICT',
    status: 409,
    message: 'The content of this mail has been deleted',
    when: 'a test mail, or a mail older than 30 days, is to be sent again',
  },
  badSignature: {
    code: 'UNAUTHORIZED',
    status: 401,
    message: 'The webhook signature is not valid',
    when: 'a webhook of a mail provider has no signature, or one that the key does not verify',
  },
  unreadableWebhook: {
    code: 'BAD_REQUEST',
    status: 400,
    message: 'The webhook body must be a JSON array of events',
    when: 'a correctly signed webhook of a mail provider is no JSON array',
  },
  noDeliveryStatus: {
    code: 'BAD_REQUEST',
    status: 400,
    message: 'The webhook body must be a delivery status notification (RFC 3464) or a mail that unsubscribes',
    when: 'another kind of message is sent to the webhook for delivery status notifications',
  },
});
