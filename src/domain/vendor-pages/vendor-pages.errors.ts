import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const vendorPagesErrors = defineErrors({
  guestsCannotFollow: {
    code: 'FORBIDDEN',
    status: 403,
    message: 'Sign up or sign in first: a guest cannot follow vendors',
    when: 'the session is that of a guest',
  },
});
