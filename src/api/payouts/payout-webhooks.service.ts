import type { IncomingHttpHeaders } from 'node:http';
import { createAccountsRepository } from '#db/payouts/accounts.repository.js';
import { readPayout } from '#db/payouts/payout-list.query.js';
import { createTransfersRepository } from '#db/payouts/transfers.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { payoutsEvents } from '#domain/payouts/payouts.events.js';
import { readPayoutSettings } from '#integrations/payouts/payout-providers.js';
import { isId } from '#lib/ids.js';
import type { Platform } from '#operations/platform.js';

/**
 * Receives webhooks of payout providers: checked, stored once with the event that has the provider asked, acknowledged.
 * They come twice, late and in any order, so that nothing of their content is booked.
 */
export function createPayoutWebhooksService(platform: Platform) {
  const { knex, unitOfWork, outbox, settings, payoutProviders } = platform;
  const transfers = createTransfersRepository();
  const accounts = createAccountsRepository();

  return {
    /** @throws AppError NOT_FOUND for a provider without webhooks, UNAUTHORIZED for a bad signature */
    async receive(
      ctx: Context,
      input: { providerId: string; headers: IncomingHttpHeaders; rawBody: Buffer },
    ): Promise<{ received: true; duplicate: boolean }> {
      const provider = payoutProviders.get(input.providerId);
      if (!provider?.verifyWebhook) throw platformErrors.notFound({ entity: 'Payout provider' });
      const { headers, rawBody } = input;
      const report = provider.verifyWebhook({ settings: readPayoutSettings(settings), headers, rawBody });
      const { eventId, providerEvent, reference } = report;
      const transferId = reference !== null && isId(reference) ? reference : undefined;
      const payout = transferId && (await readPayout(knex, { payoutId: transferId }));
      const known = payout && payout.transfer?.providerId === provider.id ? payout : undefined;
      const account = transferId && !payout ? await accounts.findByTransfer(knex, transferId) : undefined;
      const tested = account?.providerId === provider.id ? account : undefined;
      const origin: Context = { ...ctx, actor: { type: 'webhook', id: provider.id } };
      const isNew = await unitOfWork.run(origin, async (tx) => {
        const payoutId = known?.id ?? null;
        const stored = { providerId: provider.id, eventId, providerEvent, payoutId, receivedAt: ctx.now };
        if (!(await transfers.insertReport(tx, stored))) return false;
        if (known) {
          const payload = { payoutId: known.id, vendorId: known.vendorId };
          outbox.append(tx, origin, payoutsEvents.transferReported, known.id, payload);
        }
        if (tested) {
          const payload = { accountId: tested.id, vendorId: tested.vendorId };
          outbox.append(tx, origin, payoutsEvents.accountTestReported, tested.id, payload);
        }
        return true;
      });
      return { received: true, duplicate: !isNew };
    },
  };
}
