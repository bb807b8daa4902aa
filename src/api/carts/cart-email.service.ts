import { randomInt } from 'node:crypto';
import { requireUser } from '#api/kernel/require.js';
import { readCartDetails } from '#db/carts/cart-quote.query.js';
import { createCartsRepository } from '#db/carts/carts.repository.js';
import { createEmailCodesRepository } from '#db/carts/email-codes.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { cartsErrors } from '#domain/carts/carts.errors.js';
import { hmacSha256 } from '#lib/crypto.js';
import { newId } from '#lib/ids.js';
import { requestedLocale } from '#operations/mail/offered-locales.js';
import type { Platform } from '#operations/platform.js';

const MAX_CODES_AN_HOUR = 5;

/** A guest proves the e-mail address of a cart by a code that is mailed there. */
export function createCartEmailService({
  config,
  unitOfWork,
  mail,
  settings,
}: Pick<Platform, 'config' | 'unitOfWork' | 'mail' | 'settings'>) {
  const carts = createCartsRepository();
  const codes = createEmailCodesRepository();
  const hashOf = (cartId: string, code: string) => hmacSha256(`${cartId} ${code}`, config.AUTH_SECRET);

  async function addressOf(tx: Tx, ctx: Context, cartId: string): Promise<string> {
    const userId = requireUser(ctx);
    await carts.lock(tx, cartId, userId);
    const details = await readCartDetails(tx, cartId, userId);
    if (!details) throw platformErrors.notFound({ entity: 'Cart' });
    if (details.cart.status !== 'open') throw cartsErrors.notOpen();
    if (details.cart.email === null) throw cartsErrors.noEmail();
    return details.cart.email;
  }

  return {
    /** @throws AppError NOT_FOUND, CONFLICT, RATE_LIMITED when the address got too many codes */
    sendCode: (ctx: Context, cartId: string): Promise<{ sentTo: string }> =>
      unitOfWork.run(ctx, async (tx) => {
        const email = await addressOf(tx, ctx, cartId);
        if ((await codes.countRecent(tx, email)) >= MAX_CODES_AN_HOUR)
          throw platformErrors.rateLimited({}, { retryAfter: 3_600 });
        const code = String(randomInt(1_000_000)).padStart(6, '0');
        const id = newId();
        await codes.insert(tx, { id, cartId, email, codeHash: hashOf(cartId, code) });
        await mail.enqueue(tx, ctx, {
          template: 'auth.email_code',
          role: 'customer',
          to: email,
          locale: requestedLocale(settings, { accepted: ctx.acceptLanguage }) ?? undefined,
          variables: { code },
          dedupeKey: `email-code ${id}`,
        });
        return { sentTo: email };
      }),

    /** @throws AppError NOT_FOUND, CONFLICT for a code that is wrong or too old */
    async confirm(ctx: Context, cartId: string, code: string): Promise<void> {
      // A wrong try is counted, so its transaction commits.
      const right = await unitOfWork.run(ctx, async (tx) => {
        const email = await addressOf(tx, ctx, cartId);
        const matches = await codes.tryCode(tx, cartId, email, hashOf(cartId, code));
        if (matches) await carts.confirmEmail(tx, cartId, email);
        return matches;
      });
      if (!right) throw cartsErrors.wrongCode();
    },
  };
}
