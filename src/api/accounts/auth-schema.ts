/**
 * Where better-auth finds its tables: our names and snake_case columns. The migration makes them, never the library;
 * ids come from the default of the column, a UUIDv7.
 */
const times = { createdAt: 'created_at', updatedAt: 'updated_at' };

export const authTables = {
  user: { modelName: 'accounts_users', fields: { ...times, emailVerified: 'email_verified' } },
  session: {
    modelName: 'accounts_sessions',
    fields: {
      ...times,
      // Hashed on the way: see session-tokens.ts.
      token: 'token_hash',
      userId: 'user_id',
      expiresAt: 'expires_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
    },
  },
  account: {
    modelName: 'accounts_credentials',
    fields: {
      ...times,
      userId: 'user_id',
      providerId: 'provider_id',
      accountId: 'account_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
    },
  },
  verification: { modelName: 'accounts_verifications', fields: { ...times, expiresAt: 'expires_at' } },
} as const;

export const anonymousColumns = { user: { fields: { isAnonymous: 'is_anonymous' } } } as const;

export const organizationTables = {
  session: { fields: { activeOrganizationId: 'active_organization_id' } },
  organization: { modelName: 'accounts_organizations', fields: { createdAt: 'created_at' } },
  member: {
    modelName: 'accounts_members',
    fields: { organizationId: 'organization_id', userId: 'user_id', createdAt: 'created_at' },
  },
  invitation: {
    modelName: 'accounts_invitations',
    fields: {
      organizationId: 'organization_id',
      inviterId: 'inviter_id',
      expiresAt: 'expires_at',
      createdAt: 'created_at',
    },
  },
} as const;
