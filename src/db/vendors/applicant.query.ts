import type { Reader } from '#db/kernel/unit-of-work.js';

/** Whom to write to about an application: the account that applied, whatever contact the application names. */
export async function readApplicant(
  reader: Reader,
  userId: string,
): Promise<{ name: string; email: string } | undefined> {
  return (await reader('accounts_users').where({ id: userId }).first('name', 'email')) as
    | { name: string; email: string }
    | undefined;
}
