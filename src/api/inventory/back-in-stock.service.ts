import type { FieldIssue } from '#domain/_shared/app-error.js';
import { confirmationPage } from '#api/campaigns/unsubscribe-page.js';
import { readOfferedVariant } from '#db/inventory/alert-details.query.js';
import { createBackInStockRepository } from '#db/inventory/back-in-stock.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { MAX_OPEN_REQUESTS, requestExpiry } from '#domain/inventory/back-in-stock.js';
import { inventoryErrors } from '#domain/inventory/inventory.errors.js';
import { inventoryEvents } from '#domain/inventory/inventory.events.js';
import { normalizeAddress } from '#domain/_shared/mail-address.js';
import { readStopToken } from '#operations/inventory/stop-link.js';
import { readMailBrand } from '#operations/mail/mail-settings.js';
import type { Platform } from '#operations/platform.js';

const asking = {
  title: 'End your back-in-stock requests?',
  text: 'We will send no mail when the products that you wait for are in stock.',
  button: 'End all requests',
};
const stopped = {
  title: 'Your requests are ended',
  text: 'You can request a mail again on the page of a product that is out of stock.',
};
const invalid = {
  title: 'This link is not valid',
  text: 'It may have been cut when it was copied. Open the link in the mail again.',
};

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'outbox' | 'keyring' | 'settings' | 'storage'>;

/** Buyers ask for a mail when a variant is back in stock, and end their requests by the link of such a mail. */
export function createBackInStockService({ knex, unitOfWork, outbox, keyring, settings, storage }: Deps) {
  const requests = createBackInStockRepository();

  function addressOf(token: string): string {
    const address = readStopToken(token, keyring);
    if (address === undefined) throw platformErrors.notFound({ entity: 'Back-in-stock link' });
    return address;
  }

  const page = (texts: Parameters<typeof confirmationPage>[0], address: string | null) =>
    confirmationPage(texts, address, readMailBrand(settings, storage));

  return {
    /**
     * A repeat extends the open request.
     * @throws AppError VALIDATION_ERROR without an address, NOT_FOUND, CONFLICT for a variant in stock or an address
     *   with too many requests
     */
    async request(
      ctx: Context,
      variantId: string,
      given?: string,
    ): Promise<{ variantId: string; email: string; expiresAt: Date }> {
      const email = given ?? (ctx.anonymous ? undefined : ctx.email);
      if (email === undefined) {
        const issue: FieldIssue = {
          path: 'body.email',
          message: 'is required without an account',
          code: 'required',
        };
        throw platformErrors.validation({}, { errors: [issue] });
      }
      const address = normalizeAddress(email);
      const { now } = ctx;
      const expiresAt = requestExpiry(now);
      const variant = await readOfferedVariant(knex, variantId, now);
      if (!variant) throw platformErrors.notFound({ entity: 'Product variant' });
      if (variant.inStock) throw inventoryErrors.alreadyInStock();
      const wanted = { variantId, address, now, expiresAt };
      return unitOfWork.run(ctx, async (tx) => {
        await requests.lockAddress(tx, address);
        if ((await requests.countOthers(tx, wanted)) >= MAX_OPEN_REQUESTS)
          throw inventoryErrors.tooManyRequests({ limit: MAX_OPEN_REQUESTS });
        const { id, created } = await requests.open(tx, wanted);
        const { productId, vendorId } = variant;
        // Behind the insert: a restock between the look at the stock and now finds the request by this event.
        const payload = { requestId: id, variantId, productId, vendorId };
        if (created) outbox.append(tx, ctx, inventoryEvents.backInStockRequested, variantId, payload);
        return { variantId, email: address, expiresAt };
      });
    },

    /** What a browser shows for a link that is forged, cut, or of a key that is gone. */
    invalidPage: (): string => page(invalid, null),

    /** Changes nothing: scanners follow links. @throws AppError NOT_FOUND */
    async show(token: string): Promise<string> {
      const address = addressOf(token);
      const open = await requests.countOpen(knex, address);
      return page(open > 0 ? asking : stopped, address);
    },

    /** A repeat changes nothing. @throws AppError NOT_FOUND */
    async stop(ctx: Context, token: string): Promise<string> {
      const address = addressOf(token);
      await unitOfWork.run(ctx, async (tx) => {
        const ended = await requests.stop(tx, address, ctx.now);
        const entries = ended.map(({ id, variantId }) => ({
          entityId: id,
          payload: { requestId: id, variantId },
        }));
        outbox.appendAll(tx, ctx, inventoryEvents.backInStockStopped, entries);
      });
      return page(stopped, address);
    },
  };
}

export type BackInStockService = ReturnType<typeof createBackInStockService>;
