import { createBroadcastsRepository } from '#db/campaigns/broadcasts.repository.js';
import { createRecipientsRepository, type ResentState } from '#db/campaigns/recipients.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { campaignsErrors } from '#domain/campaigns/campaigns.errors.js';
import { campaignsEvents } from '#domain/campaigns/campaigns.events.js';
import { readSkipRules } from '#operations/campaigns/skip-rules.js';
import type { Platform } from '#operations/platform.js';
import type { ResendInput, ResendResult } from './campaigns.schemas.js';

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'audit' | 'outbox' | 'gateway' | 'settings'>;

/** Opens a further round of a broadcast for recipients who failed or are unclear. */
export function createResendBroadcastService(deps: Deps) {
  const { knex, unitOfWork, audit, outbox, gateway, settings } = deps;
  const broadcasts = createBroadcastsRepository(knex);
  const recipients = createRecipientsRepository();

  return {
    /**
     * A broadcast that was sent goes on sending, one that pauses stays paused.
     * @throws AppError NOT_FOUND, CONFLICT while it sends or once it was cancelled, VALIDATION_ERROR for no state at all
     */
    async resend(ctx: Context, id: string, input: ResendInput): Promise<ResendResult> {
      const states = (['failed', 'unclear'] as const).filter((state: ResentState) => input[state]);
      await gateway.assertAvailable();
      return unitOfWork.runOnce(ctx, async (tx): Promise<ResendResult> => {
        const broadcast = await broadcasts.lock(tx, id);
        if (!broadcast) throw platformErrors.notFound({ entity: 'Broadcast' });
        const { status, subject } = broadcast;
        if (status !== 'sent' && status !== 'paused') throw campaignsErrors.notResendable({ status });
        const round = broadcast.round + 1;
        const { found, queued } = await recipients.queueAgain(
          tx,
          id,
          round,
          states,
          readSkipRules(settings, ctx.now),
        );
        const counted = { broadcastId: id, queued, skipped: found - queued };
        if (queued === 0) return { ...counted, status, round: broadcast.round };
        const fields = status === 'sent' ? { status: 'sending' as const, finishedAt: null } : {};
        const after = await broadcasts.update(tx, id, {
          ...fields,
          round,
          recentOutcomes: '',
          lastRefusal: '',
        });
        const change = { after: { round, states, ...counted } };
        await audit.record(tx, ctx, [{ entity: 'broadcast', entityId: id, action: 'resend', ...change }]);
        const payload = { broadcastId: id, subject, status: after.status };
        outbox.append(tx, ctx, campaignsEvents.changed, id, payload, { handOver: true });
        return { ...counted, status: after.status, round };
      });
    },
  };
}

export type ResendBroadcastService = ReturnType<typeof createResendBroadcastService>;
