import { z } from 'zod';
import { idSchema, instantSchema } from '#api/kernel/values.js';

/** Shapes of `/auth/*`, without the envelope. More keys than these may come. */

export const authErrorSchema = z
  .looseObject({
    code: z.string().optional().meta({ example: 'INVALID_EMAIL_OR_PASSWORD' }),
    message: z.string().optional().meta({ example: 'Invalid email or password' }),
  })
  .meta({ id: 'AuthError', description: 'An error of `/auth/*`: branch on `code`' });

export const authUserSchema = z
  .looseObject({
    id: idSchema,
    name: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
    image: z.string().nullish(),
    createdAt: instantSchema,
    updatedAt: instantSchema,
  })
  .meta({ id: 'AuthUser' });

export const authSessionSchema = z
  .looseObject({
    id: idSchema,
    userId: idSchema,
    expiresAt: instantSchema,
    createdAt: instantSchema,
    updatedAt: instantSchema,
    ipAddress: z.string().nullish(),
    userAgent: z.string().nullish(),
    activeOrganizationId: z.string().nullish(),
  })
  .meta({ id: 'AuthSession' });

export const statusSchema = z.looseObject({ status: z.boolean() }).meta({ id: 'AuthStatus' });
export const successSchema = z.looseObject({ success: z.boolean() }).meta({ id: 'AuthSuccess' });

/** After the password or the link: whether the account asks for its second factor. */
export const secondFactorPendingSchema = z.boolean().meta({
  description: 'Whether the session needs `POST /me/second-factor/verify` before any other operation',
});

export const signedUpSchema = z.looseObject({
  token: z.null().meta({ description: 'Null until the address is verified' }),
  user: authUserSchema,
});
export const signedInSchema = z.looseObject({
  token: z.string().meta({ description: 'For `Authorization: Bearer`; browsers get the cookie as well' }),
  user: authUserSchema,
  secondFactorPending: secondFactorPendingSchema.optional(),
});
export const currentSessionSchema = z
  .looseObject({ session: authSessionSchema, user: authUserSchema })
  .nullable()
  .meta({ description: 'Null without a session' });

export const memberSchema = z
  .looseObject({
    id: idSchema,
    organizationId: idSchema,
    userId: idSchema,
    role: z.string().meta({ example: 'member' }),
    createdAt: instantSchema,
  })
  .meta({ id: 'AuthMember' });

export const invitationSchema = z
  .looseObject({
    id: idSchema,
    organizationId: idSchema,
    email: z.string(),
    role: z.string().nullish(),
    status: z.string().meta({ example: 'pending' }),
    inviterId: idSchema,
    expiresAt: instantSchema,
  })
  .meta({ id: 'AuthInvitation' });
