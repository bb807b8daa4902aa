import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const addressBookErrors = defineErrors({
  needsAccount: {
    code: 'FORBIDDEN',
    status: 403,
    message: 'Sign up or sign in first: a guest cannot save addresses',
    when: 'the session is that of a guest',
  },
  full: {
    code: 'CONFLICT',
    status: 409,
    message: 'An address book holds at most {limit} addresses: delete one first',
    when: 'one address too many is saved, also by simultaneous requests',
  },
});
