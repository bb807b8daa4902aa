import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const personalDataErrors = defineErrors({
  guestsHaveNoFile: {
    code: 'FORBIDDEN',
    status: 403,
    message: 'Sign in first: a guest has no account whose data could be exported or erased',
    when: 'the session is that of a guest',
  },
  exportOpen: {
    code: 'CONFLICT',
    status: 409,
    message: 'A file is being written already: wait for the mail that it is ready',
    when: 'a file of the personal data is requested while another one waits or is being written',
  },
  erasureBlocked: {
    code: 'CONFLICT',
    status: 409,
    message: 'The data cannot be erased yet: {reasons}',
    when: 'an erasure is requested while orders, returns or refunds are open, store credit is left that is not forfeited, or the account is the only owner of a vendor or the only superAdmin',
  },
  erasureOpen: {
    code: 'CONFLICT',
    status: 409,
    message: 'An erasure is scheduled already',
    when: 'an erasure is requested while another one of the same person is scheduled or running',
  },
  erasureBegun: {
    code: 'CONFLICT',
    status: 409,
    message: 'The erasure cannot be cancelled: it is {status}',
    when: 'an erasure is cancelled that has begun or ended',
  },
  hasAccount: {
    code: 'CONFLICT',
    status: 409,
    message: 'The e-mail address belongs to an account: its user requests the erasure',
    when: 'an operator starts the erasure of a guest with the e-mail address of an account',
  },
});
