import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const campaignsErrors = defineErrors({
  templateInUse: {
    code: 'CONFLICT',
    status: 409,
    message: 'The broadcast {broadcastId} is going to use this template',
    when: 'a campaign template is deleted that a scheduled broadcast uses',
  },
  guestsHaveNoPreferences: {
    code: 'FORBIDDEN',
    status: 403,
    message: 'Sign up or sign in first: a guest has no e-mail preferences',
    when: 'the session is that of a guest',
  },
  tooManyTopics: {
    code: 'CONFLICT',
    status: 409,
    message: 'There are {most} topics already: archive one first',
    when: 'a campaign topic is created or restored beside twenty others',
  },
  notPausable: {
    code: 'CONFLICT',
    status: 409,
    message: 'A broadcast that is {status} cannot be paused',
    when: 'a broadcast is to be paused that has ended',
  },
  notResumable: {
    code: 'CONFLICT',
    status: 409,
    message: 'A broadcast that is {status} cannot be resumed',
    when: 'a broadcast is to be resumed that is not paused',
  },
  notCancellable: {
    code: 'CONFLICT',
    status: 409,
    message: 'A broadcast that is {status} cannot be cancelled',
    when: 'a broadcast is to be cancelled that has been sent or has failed',
  },
  tooFewCodes: {
    code: 'CONFLICT',
    status: 409,
    message:
      'The discount {discount} has {left} free bulk codes for {recipients} recipients: create more, or send to fewer',
    when: 'a campaign gives each recipient a bulk code and there are fewer codes than recipients',
  },
  notResendable: {
    code: 'CONFLICT',
    status: 409,
    message: 'A broadcast that is {status} cannot be sent again: pause it, or wait for its end',
    when: 'a broadcast that has not begun, is being sent, or was cancelled is to be sent again',
  },
});
