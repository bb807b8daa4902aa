import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const accountsErrors = defineErrors({
  wrongSecondFactorCode: {
    code: 'BAD_REQUEST',
    status: 400,
    message: 'The code is wrong, has been used or is too old: enter the one that the app shows now',
    when: 'the code of the second factor is neither a current code of the app nor an unused recovery code',
  },
  noSecondFactor: {
    code: 'CONFLICT',
    status: 409,
    message: 'The account has no second factor: begin with POST /me/second-factor',
    when: 'a code is entered, or recovery codes are replaced, without a second factor',
  },
  hasSecondFactor: {
    code: 'CONFLICT',
    status: 409,
    message: 'The account has a second factor: remove it first',
    when: 'a second factor is to be set up for an account that has one',
  },
  secondFactorForRoles: {
    code: 'FORBIDDEN',
    status: 403,
    message: 'A second factor is for people with a role of the platform or of a vendor',
    when: 'somebody without a role of the platform or of a vendor sets up a second factor',
  },
  secondFactorStays: {
    code: 'CONFLICT',
    status: 409,
    message: 'The platform requires a second factor of people with your role',
    when: 'a second factor is to be removed while `access.require_second_factor` is on',
  },
  crossSite: {
    code: 'FORBIDDEN',
    status: 403,
    message: 'Requests with this session are not accepted from another origin',
    when: 'a request with the session cookie changes something, and its origin is not trusted',
  },
});
