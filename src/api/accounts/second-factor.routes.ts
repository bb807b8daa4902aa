import { route, routes } from '#api/kernel/route.js';
import { accessErrors } from '#domain/access/access.errors.js';
import { accountsErrors } from '#domain/accounts/accounts.errors.js';
import {
  recoveryCodesSchema,
  secondFactorCodeSchema,
  secondFactorEnrolmentSchema,
  secondFactorSchema,
} from './second-factor.schemas.js';

const path = '/me/second-factor';
const fresh = accessErrors.freshSessionNeeded;

export const secondFactorRoutes = routes('accounts', [
  route({
    method: 'get',
    path,
    summary: 'Get the second factor of the current user',
    auth: 'session',
    withoutFactor: ['code', 'enrolment'],
    response: secondFactorSchema,
    handler: async ({ ctx, services }) => services.secondFactor.status(ctx),
  }),
  route({
    method: 'post',
    path: `${path}/verify`,
    summary: 'Verify a code of the second factor',
    description:
      'After signing in to an account with a second factor, whichever way: until then every other operation is refused ' +
      'with `access.second_factor_needed`. A code counts once. After ten wrong codes in 15 minutes the account is held back.',
    auth: 'session',
    withoutFactor: ['code'],
    rate: 'signIn',
    body: secondFactorCodeSchema,
    unknownKeys: 'strict',
    bodyExample: { code: '402817' },
    response: secondFactorSchema,
    errors: [accountsErrors.noSecondFactor, accountsErrors.wrongSecondFactorCode],
    handler: async ({ ctx, services, body }) => services.secondFactor.verify(ctx, body.code),
  }),
  route({
    method: 'post',
    path,
    summary: 'Start to set up a second factor',
    description: 'For people with a role. It counts once `POST /me/second-factor/confirm` got a first code.',
    auth: 'session',
    withoutFactor: ['enrolment'],
    response: secondFactorEnrolmentSchema,
    errors: [fresh, accountsErrors.secondFactorForRoles, accountsErrors.hasSecondFactor],
    handler: async ({ ctx, services }) => services.secondFactor.begin(ctx),
  }),
  route({
    method: 'post',
    path: `${path}/confirm`,
    summary: 'Confirm a second factor with a first code',
    description: 'Ends all other sessions of the user and the links that were mailed to them.',
    auth: 'session',
    withoutFactor: ['enrolment'],
    rate: 'signIn',
    body: secondFactorCodeSchema,
    unknownKeys: 'strict',
    bodyExample: { code: '402817' },
    response: recoveryCodesSchema,
    errors: [
      fresh,
      accountsErrors.noSecondFactor,
      accountsErrors.hasSecondFactor,
      accountsErrors.wrongSecondFactorCode,
    ],
    handler: async ({ ctx, services, body }) => services.secondFactor.confirm(ctx, body.code),
  }),
  route({
    method: 'post',
    path: `${path}/recovery-codes`,
    summary: 'Replace the recovery codes',
    auth: 'session',
    response: recoveryCodesSchema,
    errors: [fresh, accountsErrors.noSecondFactor],
    handler: async ({ ctx, services }) => services.secondFactor.renew(ctx),
  }),
  route({
    method: 'delete',
    path,
    summary: 'Remove the second factor',
    auth: 'session',
    response: secondFactorSchema,
    errors: [fresh, accountsErrors.secondFactorStays],
    handler: async ({ ctx, services }) => services.secondFactor.remove(ctx),
  }),
]);
