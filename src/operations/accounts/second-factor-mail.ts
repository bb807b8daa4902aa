import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { deviceWords } from '#domain/accounts/device-words.js';
import { phrase, type Words } from '#domain/mail/phrase.js';
import { newId } from '#lib/ids.js';
import type { Platform } from '#operations/platform.js';

/** Notifies the owner of an account of what happened to its second factor, or of a sign-in from a new address or device. */
export function createSecurityMail({ mail }: Pick<Platform, 'mail'>) {
  return async (tx: Tx, ctx: Context, to: { email: string; name: string }, what: Words): Promise<void> => {
    await mail.enqueue(tx, ctx, {
      template: 'auth.account_security',
      role: 'customer',
      to: to.email,
      variables: {
        customerName: to.name,
        what,
        address: ctx.address ?? phrase('origin.platform'),
        device: deviceWords(ctx.userAgent),
        changedAt: ctx.now.toISOString(),
      },
      dedupeKey: `auth.account_security:${newId()}`,
    });
  };
}
