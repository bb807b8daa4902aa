import { z } from 'zod';
import type { AccountsRepository } from '#db/accounts/accounts.repository.js';

/** What of a signed link counts here; its signature is the library's to check. */
const claims = z.object({ iat: z.number(), userId: z.string().optional(), email: z.string() });

function claimsOf(token: string): z.infer<typeof claims> | undefined {
  try {
    const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
    return claims.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
}

/**
 * Whether a signed link (verification of an address, change of address) was issued before the account ended its links.
 * Signed links say their time in whole seconds, so that one of the same second still counts.
 */
export async function isEndedLink(
  accounts: Pick<AccountsRepository, 'linksValidFrom'>,
  token: string,
): Promise<boolean> {
  const link = claimsOf(token);
  const validFrom = link && (await accounts.linksValidFrom(link));
  return validFrom !== undefined && (link?.iat ?? 0) < Math.floor(validFrom.getTime() / 1_000);
}
