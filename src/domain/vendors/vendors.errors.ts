import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const vendorsErrors = defineErrors({
  suspended: {
    code: 'FORBIDDEN',
    status: 403,
    message:
      'The vendor is suspended: it can fulfil, cancel and settle what it has sold, and read its own data',
    when: 'the active vendor is suspended and the operation does not settle what was sold',
  },
  supportReadsOnly: {
    code: 'FORBIDDEN',
    status: 403,
    message: 'You are looking at the panel of {vendor} to help: leave it before you change anything',
    when: 'the session has opened the panel of a vendor for support, and the operation writes',
  },
  guestsCannotApply: {
    code: 'FORBIDDEN',
    status: 403,
    message: 'Sign up or sign in first: a guest cannot apply to sell',
    when: 'the session is that of a guest',
  },
  slugTaken: {
    code: 'CONFLICT',
    status: 409,
    message: 'Another vendor has, or had, this slug',
    when: 'a vendor is given the slug of another vendor, at present or before',
  },
  applicationOpen: {
    code: 'CONFLICT',
    status: 409,
    message: 'You already have an application that is waiting for a decision',
    when: 'the user has a pending application',
  },
  applicationDecided: {
    code: 'CONFLICT',
    status: 409,
    message: 'The application has already been decided',
    when: 'the application is no longer pending',
  },
});
