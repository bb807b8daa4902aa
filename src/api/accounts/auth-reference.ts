import { emailSchema } from '#api/kernel/values.js';
import { z } from 'zod';
import {
  authUserSchema,
  authSessionSchema,
  currentSessionSchema,
  invitationSchema,
  memberSchema,
  secondFactorPendingSchema,
  signedInSchema,
  signedUpSchema,
  statusSchema,
  successSchema,
} from './auth-reference.schemas.js';

/** An operation of the library as the reference describes it. The library itself validates and responds. */
export interface AuthReference {
  method: 'get' | 'post';
  path: string;
  summary: string;
  description?: string;
  /** The version that brought it; by default 0.1.0. */
  since?: string;
  /** Whether it needs a session; otherwise anybody may call it. */
  session?: boolean;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** Undefined for a redirect. */
  response?: z.ZodType;
}

const email = emailSchema;
const password = z.string().min(8).max(128);
const callbackURL = z.string().optional().meta({
  description:
    'Where the link of the mail ends, at a trusted origin: API, admin panel, storefront or `CORS_ORIGINS`. By default a page of the platform',
});
const locale = z.string().optional().meta({
  description: 'Language of the mails to the user, BCP 47; at a sign-up that of the browser by default',
  example: 'hi',
});
const linkQuery = z.object({ token: z.string(), callbackURL });
const organizationId = z.string().optional().meta({ description: 'By default the active one' });
const redirects =
  'The link of a mail: redirects to `callbackURL`, with `error` in its query where the link does not work.';

const signIn: AuthReference[] = [
  {
    method: 'post',
    path: '/auth/sign-up/email',
    summary: 'Sign up with e-mail and password',
    description: 'Sends a mail with a link that verifies the address. A taken address responds alike.',
    body: z.object({ email, password, name: z.string().max(200), locale, callbackURL }),
    response: signedUpSchema,
  },
  {
    method: 'post',
    path: '/auth/sign-in/email',
    summary: 'Sign in with e-mail and password',
    description:
      'Sets the session cookie and returns the token. In this reference a sign-in counts for every operation that is tried afterwards. `secondFactorPending` says that the account asks for a code next.',
    body: z.object({ email, password: z.string(), rememberMe: z.boolean().optional() }),
    response: signedInSchema,
  },
  {
    method: 'post',
    path: '/auth/sign-in/anonymous',
    summary: 'Sign in as a guest',
    description: 'Cart and orders are handed over when the guest signs in.',
    body: z.object({}),
    response: signedInSchema,
  },
  {
    method: 'post',
    path: '/auth/sign-in/magic-link',
    summary: 'Send a link that signs in',
    description: 'An address without an account gets one when the link is opened.',
    body: z.object({ email, name: z.string().max(200).optional(), callbackURL }),
    response: statusSchema,
  },
  {
    method: 'get',
    path: '/auth/magic-link/verify',
    summary: 'Sign in by a magic link',
    description: `${redirects} Without \`callbackURL\` it returns the session as JSON.`,
    query: linkQuery,
    response: z.looseObject({
      token: z.string(),
      user: authUserSchema,
      session: authSessionSchema,
      secondFactorPending: secondFactorPendingSchema,
    }),
  },
  {
    method: 'post',
    path: '/auth/sign-out',
    summary: 'End the current session',
    session: true,
    body: z.object({}),
    response: successSchema,
  },
  {
    method: 'get',
    path: '/auth/get-session',
    summary: 'Get the current session',
    response: currentSessionSchema,
  },
];

const passwords: AuthReference[] = [
  {
    method: 'post',
    path: '/auth/send-verification-email',
    summary: 'Send the verification link again',
    body: z.object({ email, callbackURL }),
    response: statusSchema,
  },
  {
    method: 'get',
    path: '/auth/verify-email',
    summary: 'Verify an e-mail address',
    description: redirects,
    query: linkQuery,
    response: statusSchema,
  },
  {
    method: 'post',
    path: '/auth/request-password-reset',
    summary: 'Send a link that sets a new password',
    description: 'An unknown address responds alike.',
    body: z.object({ email, redirectTo: callbackURL }),
    response: statusSchema,
  },
  {
    method: 'get',
    path: '/auth/reset-password/{token}',
    summary: 'Open a password link',
    description: redirects,
    params: z.object({ token: z.string() }),
    query: z.object({ callbackURL: z.string() }),
  },
  {
    method: 'post',
    path: '/auth/reset-password',
    summary: 'Set a new password by the token of a mail',
    description: 'Ends every session of the user.',
    body: z.object({ token: z.string(), newPassword: password }),
    response: statusSchema,
  },
  {
    method: 'post',
    path: '/auth/change-password',
    summary: 'Update the password',
    description: 'Ends the other sessions.',
    session: true,
    body: z.object({
      currentPassword: z.string(),
      newPassword: password,
      revokeOtherSessions: z.boolean().optional(),
    }),
    response: z.looseObject({ token: z.string().nullable(), user: authUserSchema }),
  },
  {
    method: 'post',
    path: '/auth/verify-password',
    summary: 'Verify the password of the current user',
    session: true,
    body: z.object({ password: z.string() }),
    response: statusSchema,
  },
];

const account: AuthReference[] = [
  {
    method: 'post',
    path: '/auth/update-user',
    summary: 'Update name, picture or language of the current user',
    session: true,
    body: z.object({ name: z.string().max(200).optional(), image: z.string().nullish(), locale }),
    response: statusSchema,
  },
  {
    method: 'post',
    path: '/auth/change-email',
    summary: 'Update the e-mail address',
    description: 'A link goes to the current address, then one to the new address.',
    session: true,
    body: z.object({ newEmail: email, callbackURL }),
    response: statusSchema,
  },
  {
    method: 'post',
    path: '/auth/delete-user',
    summary: 'Send a link that deletes the account',
    session: true,
    body: z.object({ callbackURL, password: z.string().optional() }),
    response: successSchema,
  },
  {
    method: 'get',
    path: '/auth/delete-user/callback',
    summary: 'Delete the account',
    description: redirects,
    session: true,
    query: linkQuery,
    response: successSchema,
  },
  {
    method: 'get',
    path: '/auth/list-sessions',
    summary: 'List the sessions of the current user',
    description: 'Without their tokens.',
    session: true,
    response: z.array(authSessionSchema),
  },
  {
    method: 'post',
    path: '/auth/revoke-session',
    summary: 'End a session',
    session: true,
    body: z.object({ token: z.string().meta({ description: 'Id of the session' }) }),
    response: statusSchema,
  },
  {
    method: 'post',
    path: '/auth/revoke-other-sessions',
    summary: 'End the other sessions',
    session: true,
    body: z.object({}),
    response: statusSchema,
  },
  {
    method: 'post',
    path: '/auth/revoke-sessions',
    summary: 'End every session of the current user',
    session: true,
    body: z.object({}),
    response: statusSchema,
  },
];

const role = z.enum(['owner', 'admin', 'member']);
const invitationId = z.object({ invitationId: z.string() });

const members: AuthReference[] = [
  {
    method: 'post',
    path: '/auth/organization/invite-member',
    summary: 'Invite a person to work for a vendor',
    description: 'For owners and admins of the vendor. Each vendor has one organization.',
    session: true,
    body: z.object({ email, role, organizationId, resend: z.boolean().optional() }),
    response: invitationSchema,
  },
  {
    method: 'post',
    path: '/auth/organization/accept-invitation',
    summary: 'Accept an invitation',
    description: 'Signed in with the invited address.',
    session: true,
    body: invitationId,
    response: z.looseObject({ invitation: invitationSchema, member: memberSchema }),
  },
  {
    method: 'post',
    path: '/auth/organization/reject-invitation',
    summary: 'Refuse an invitation',
    session: true,
    body: invitationId,
    response: z.looseObject({ invitation: invitationSchema.nullable() }),
  },
  {
    method: 'post',
    path: '/auth/organization/cancel-invitation',
    summary: 'Cancel an invitation',
    session: true,
    body: invitationId,
    response: invitationSchema.nullable(),
  },
  {
    method: 'get',
    path: '/auth/organization/list-invitations',
    summary: 'List the invitations of a vendor',
    session: true,
    query: z.object({ organizationId }),
    response: z.array(invitationSchema),
  },
  {
    method: 'get',
    path: '/auth/organization/list-members',
    summary: 'List the members of a vendor',
    session: true,
    query: z.object({ organizationId, limit: z.string().optional(), offset: z.string().optional() }),
    response: z.looseObject({ members: z.array(memberSchema), total: z.number().int() }),
  },
  {
    method: 'post',
    path: '/auth/organization/update-member-role',
    summary: 'Update the role of a member',
    session: true,
    body: z.object({ memberId: z.string(), role, organizationId }),
    response: memberSchema,
  },
  {
    method: 'post',
    path: '/auth/organization/remove-member',
    summary: 'Remove a member',
    session: true,
    body: z.object({ memberIdOrEmail: z.string(), organizationId }),
    response: z.looseObject({ member: memberSchema }),
  },
  {
    method: 'post',
    path: '/auth/organization/leave',
    summary: 'Leave a vendor',
    session: true,
    body: z.object({ organizationId: z.string() }),
    response: memberSchema,
  },
];

/** What clients need of `/auth/*`. */
export const authReference: readonly AuthReference[] = [...signIn, ...passwords, ...account, ...members];
