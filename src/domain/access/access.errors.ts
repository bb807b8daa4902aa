import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const accessErrors = defineErrors({
  freshSessionNeeded: {
    code: 'FORBIDDEN',
    status: 403,
    message: '{what} requires a session signed in within the last {minutes} minutes: sign in again',
    when: 'the sign-in is older than an act with rights, money or secrets allows, or the API key may not do it',
  },
  secondFactorNeeded: {
    code: 'FORBIDDEN',
    status: 403,
    message: 'Enter a code of your authenticator app, or a recovery code, first',
    when: 'the session has not passed the second factor of the account, or not lately enough for the act',
  },
  secondFactorRequired: {
    code: 'FORBIDDEN',
    status: 403,
    message: 'Set up a second factor first: POST /me/second-factor',
    when: 'a second factor is compulsory, and the account has had none for longer than the seven days to set it up',
  },
  awaitingApproval: {
    code: 'CONFLICT',
    status: 409,
    message: 'A second person has to approve this {entity} first: {approvalId}',
    when: 'a refund or a payout is recorded as paid that waits for a second person',
  },
  approvalDecided: {
    code: 'CONFLICT',
    status: 409,
    message: 'This act is {state}: it cannot be {move}',
    when: 'an act with money is refused that was approved, or approved that was refused',
  },
  ownApproval: {
    code: 'FORBIDDEN',
    status: 403,
    message: 'Somebody other than who asked for this act has to approve it',
    when: 'the person who asked for an act with money, also with an API key, approves it while somebody else may',
  },
  aloneTooEarly: {
    code: 'FORBIDDEN',
    status: 403,
    message: 'Nobody else may approve this act: confirm it yourself from {at} on',
    when: 'the only person who may approve acts with money confirms an own one within twelve hours',
  },
  aloneNeedsFactor: {
    code: 'FORBIDDEN',
    status: 403,
    message:
      'Nobody else may approve this act: set up a second factor to confirm it yourself, POST /me/second-factor',
    when: 'the only person who may approve acts with money confirms an own one without a second factor',
  },
  moneyActsExhausted: {
    code: 'RATE_LIMITED',
    status: 429,
    message:
      'You have done {limit} acts with money within 24 hours: go on later, or have somebody else do it',
    when: 'an act with money would exceed `money.acts_daily` of one person, whose API keys count with them',
  },
  permissionNotHeld: {
    code: 'FORBIDDEN',
    status: 403,
    message: 'You cannot grant or revoke permissions that you do not hold: {permissions}',
    when: 'a role, a grant or an API key covers a permission that the caller does not hold',
  },
  lastSuperAdmin: {
    code: 'CONFLICT',
    status: 409,
    message: 'The last superAdmin cannot be removed',
    when: 'nobody would be left who can hand out rights',
  },
  ownAccount: {
    code: 'CONFLICT',
    status: 409,
    message: 'You cannot ban your own account',
    when: 'callers are to close the account that they are signed in with',
  },
  ownSecondFactor: {
    code: 'CONFLICT',
    status: 409,
    message: 'Remove your own second factor with DELETE /me/second-factor',
    when: 'callers are to reset the second factor of the account that they are signed in with',
  },
  builtInRole: {
    code: 'CONFLICT',
    status: 409,
    message: 'The built-in role {name} cannot be changed',
    when: 'a built-in role is to be changed or deleted',
  },
  roleInUse: {
    code: 'CONFLICT',
    status: 409,
    message: '{count} users have this role; take it from them first',
    when: 'a role that somebody has is to be deleted',
  },
  guestCannotHaveRoles: {
    code: 'CONFLICT',
    status: 409,
    message: 'A guest cannot have roles',
    when: 'roles are given to a user without an account',
  },
});
