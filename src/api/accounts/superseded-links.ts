import type { Knex } from '#db/kernel/knex.js';
import { isLinkSuperseded } from '#db/mail/link-mails.query.js';
import { linkMailKey } from '#domain/accounts/auth-links.js';
import { sha256 } from '#lib/crypto.js';

/** The mails whose links lead to each path of better-auth. */
const templates: Readonly<Record<string, readonly string[]>> = {
  '/magic-link/verify': ['auth.magic_link'],
  '/reset-password/:token': ['auth.reset_password'],
  '/reset-password': ['auth.reset_password'],
  '/verify-email': ['auth.verification', 'auth.change_email'],
  '/delete-user/callback': ['auth.delete_account'],
};

interface AuthCall {
  path?: string;
  query?: unknown;
  body?: unknown;
  params?: unknown;
}

/**
 * Whether a call comes with the token of a mail of which nobody knows whether it arrived, after its person has requested
 * another: two links for one request would be one too many.
 */
export async function isSupersededLink(
  knex: Knex,
  { path = '', query, body, params }: AuthCall,
): Promise<boolean> {
  const names = templates[path];
  if (!names) return false;
  const given = [query, body, params].map((from) => (from as { token?: unknown } | undefined)?.token);
  const token = given.find((value) => typeof value === 'string');
  if (token === undefined) return false;
  return isLinkSuperseded(
    knex,
    names.map((name) => linkMailKey(name, sha256(token as string))),
  );
}
