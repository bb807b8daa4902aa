import { writeRecipients } from '#db/campaigns/audience.query.js';
import { createBroadcastsRepository } from '#db/campaigns/broadcasts.repository.js';
import { createCampaignTemplatesRepository } from '#db/campaigns/campaign-templates.repository.js';
import { createLinksRepository } from '#db/campaigns/links.repository.js';
import {
  type ClaimedRecipient,
  createRecipientsRepository,
  type RecipientResult,
} from '#db/campaigns/recipients.repository.js';
import { createTopicsRepository } from '#db/campaigns/topics.repository.js';
import type { Knex } from '#db/kernel/knex.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Origin } from '#domain/_shared/context.js';
import { addOutcomes, brakeReason } from '#domain/campaigns/brake.js';
import { type Broadcast, pauseReason } from '#domain/campaigns/broadcast.js';
import type { CampaignContent } from '#domain/campaigns/campaign-blocks.js';
import type { ShownContent } from '#domain/campaigns/shown-content.js';
import { campaignsEvents } from '#domain/campaigns/campaigns.events.js';
import { campaignsSettings } from '#domain/campaigns/campaigns.settings.js';
import type { Outbox } from '#events/outbox.js';
import type { SettingsReader } from '#lib/settings.js';
import { createSuppressing } from '#operations/mail/suppress-addresses.js';
import { readSkipRules } from './skip-rules.js';
import { createBulkCodes, type RecipientCodes } from './bulk-codes.js';

/** Recipients that are written at once. */
const AUDIENCE_PAGE = 5_000;
/** Recipients of a cancelled broadcast that are spared at once. */
export const SPARED_PAGE = 5_000;

/** An address that the mail server says does not exist, with its words. */
export interface GoneAddress {
  address: string;
  note: string;
}

/** How a broadcast ended that was not sent to everybody. */
export interface EndedBroadcast {
  status: 'cancelled' | 'failed';
  reason: string | null;
}

/** What the next step of a broadcast is, as its row says. */
export type BroadcastStep =
  | { next: 'done'; ended?: EndedBroadcast }
  | { next: 'paused' }
  | { next: 'wait'; until: Date }
  | { next: 'again' }
  /** What the blocks show of the shop is to be read, outside of a transaction, and kept by `keepShown`. */
  | { next: 'read'; content: CampaignContent }
  | { next: 'send'; content: CampaignContent; shown: ShownContent; topicId: string | null };

/** A recipient with bulk codes by the variable that holds them. */
export interface ClaimedWithCodes extends ClaimedRecipient {
  codes: RecipientCodes;
}

interface Deps {
  knex: Knex;
  outbox: Outbox;
  settings: Pick<SettingsReader, 'get'>;
}

/** The steps of a broadcast between two mails. The row decides: each step looks at it under its lock. */
export function createBroadcastSteps({ knex, outbox, settings }: Deps) {
  const broadcasts = createBroadcastsRepository(knex);
  const templates = createCampaignTemplatesRepository(knex);
  const recipients = createRecipientsRepository();
  const giveCodes = createBulkCodes();
  const links = createLinksRepository(knex);
  const topics = createTopicsRepository(knex);
  const suppress = createSuppressing({ knex, outbox });

  function append(
    tx: Tx,
    origin: Origin,
    event: 'started' | 'ended' | 'changed',
    { id, status }: Broadcast,
  ): void {
    outbox.append(tx, origin, campaignsEvents[event], id, { broadcastId: id, status });
  }

  /** Takes the content as it is at this moment: what is edited from now on belongs to later broadcasts. */
  async function start(tx: Tx, origin: Origin, broadcast: Broadcast, now: Date): Promise<void> {
    const content = await contentOf(tx, broadcast);
    if (!content) {
      await end(tx, origin, broadcast, now, {
        status: 'failed',
        reason: 'The template does not exist any more',
      });
      return;
    }
    const started = await broadcasts.update(tx, broadcast.id, {
      ...content,
      status: 'sending',
      startedAt: now,
    });
    append(tx, origin, 'started', started);
  }

  async function contentOf(tx: Tx, broadcast: Broadcast): Promise<CampaignContent | undefined> {
    const { subject, previewText, blocks, templateId } = broadcast;
    if (blocks) return { subject, previewText, blocks };
    const template = templateId ? await templates.lock(tx, templateId) : undefined;
    return (
      template && { subject: template.subject, previewText: template.previewText, blocks: template.blocks }
    );
  }

  async function end(
    tx: Tx,
    origin: Origin,
    { id }: Broadcast,
    now: Date,
    fields: Pick<Broadcast, 'status' | 'reason'>,
  ): Promise<void> {
    append(tx, origin, 'ended', await broadcasts.update(tx, id, { ...fields, finishedAt: now }));
  }

  async function pauseFor(tx: Tx, origin: Origin, broadcastId: string, reason: string): Promise<void> {
    const broadcast = await broadcasts.lock(tx, broadcastId);
    if (broadcast?.status === 'sending')
      append(tx, origin, 'changed', await broadcasts.update(tx, broadcastId, { status: 'paused', reason }));
  }

  async function writeAudience(
    tx: Tx,
    { id, audience, topicId, audienceCursor }: Broadcast,
    now: Date,
  ): Promise<void> {
    const page = { after: audienceCursor, limit: AUDIENCE_PAGE };
    const topic = topicId === null ? null : ((await topics.find(topicId, tx)) ?? null);
    const last = await writeRecipients(
      tx,
      id,
      { audience, topic, rules: readSkipRules(settings, now) },
      page,
    );
    if (last !== null) {
      await broadcasts.update(tx, id, { audienceCursor: last });
      return;
    }
    const written = await broadcasts.find(id, tx);
    const { queued = 0, suppressed = 0 } = written ?? {};
    await broadcasts.update(tx, id, { audienceDone: true, recipientCount: queued + suppressed });
  }

  const brakeLimits = () => ({
    inARow: settings.get(campaignsSettings.pauseInARow),
    percent: settings.get(campaignsSettings.pausePercent),
  });
  const shareLimits = () => ({
    bouncePercent: settings.get(campaignsSettings.bouncePercent),
    complaintPercent: settings.get(campaignsSettings.complaintPercent),
  });

  return {
    async next(tx: Tx, origin: Origin, broadcastId: string, now: Date): Promise<BroadcastStep> {
      const broadcast = await broadcasts.lock(tx, broadcastId);
      if (broadcast?.status === 'cancelled') {
        if ((await recipients.spareQueued(tx, broadcastId, SPARED_PAGE)) > 0) return { next: 'again' };
        return { next: 'done', ended: { status: 'cancelled', reason: broadcast.reason } };
      }
      if (!broadcast || broadcast.status === 'sent') return { next: 'done' };
      if (broadcast.status === 'failed')
        return { next: 'done', ended: { status: 'failed', reason: broadcast.reason } };
      if (broadcast.status === 'paused') return { next: 'paused' };
      if (broadcast.status === 'scheduled') {
        const { scheduleFor } = broadcast;
        if (scheduleFor && scheduleFor > now) return { next: 'wait', until: scheduleFor };
        await start(tx, origin, broadcast, now);
        return { next: 'again' };
      }
      const { subject, previewText, shown } = broadcast;
      const content = { subject, previewText, blocks: broadcast.blocks ?? [] };
      if (!shown) return { next: 'read', content };
      if (!broadcast.audienceDone) {
        await writeAudience(tx, broadcast, now);
        return { next: 'again' };
      }
      if (broadcast.queued === 0) {
        await end(tx, origin, broadcast, now, { status: 'sent', reason: null });
        return { next: 'done' };
      }
      // The remaining recipients are put off.
      const until = await recipients.nextDue(tx, broadcastId, now);
      if (until) return { next: 'wait', until };
      return { next: 'send', content, shown, topicId: broadcast.topicId };
    },

    /** Keeps what the blocks show of the shop, so that every recipient gets the same; what was kept before stays. */
    async keepShown(tx: Tx, broadcastId: string, shown: ShownContent): Promise<void> {
      const broadcast = await broadcasts.lock(tx, broadcastId);
      if (broadcast?.status === 'sending' && !broadcast.shown)
        await broadcasts.update(tx, broadcastId, { shown });
    },

    addLinks: links.add,

    /**
     * Takes the next recipients, each with a bulk code of every discount whose code the mail has. Where codes run out, the
     * others stay queued and the broadcast pauses.
     */
    async claim(
      tx: Tx,
      origin: Origin,
      { broadcastId, claimId, limit }: { broadcastId: string; claimId: string; limit: number },
      shown: ShownContent,
      now: Date,
    ): Promise<ClaimedWithCodes[]> {
      const claimed = (await recipients.claim(tx, broadcastId, claimId, limit, now)).recipients;
      const { codes, emptied } = await giveCodes(
        tx,
        shown,
        claimed.map(({ id }) => id),
      );
      if (emptied !== undefined) {
        const without = claimed.filter(({ id }) => !codes.has(id));
        await recipients.settle(
          tx,
          claimId,
          without.map(({ id }) => ({ id, state: 'queued', tried: false })),
        );
        const reason = `The discount ${emptied} has no bulk codes left: create more, then resume`;
        await pauseFor(tx, origin, broadcastId, reason);
      }
      return claimed.flatMap((item) => {
        const own = codes.get(item.id);
        return own ? [{ ...item, codes: own }] : [];
      });
    },
    abandon: recipients.abandon,

    /** Writes down what became of a claim, and pauses the broadcast where too much of it is not accepted or bounces. */
    async settle(
      tx: Tx,
      origin: Origin,
      claim: { broadcastId: string; claimId: string; pause?: string; gone?: readonly GoneAddress[] },
      results: readonly RecipientResult[],
    ): Promise<void> {
      const { broadcastId, claimId, pause, gone = [] } = claim;
      await recipients.settle(tx, claimId, results);
      const source = `campaign:${broadcastId}`;
      if (gone.length > 0)
        await suppress(
          tx,
          origin,
          gone.map((item) => ({ ...item, reason: 'hard_bounce', source })),
        );
      const broadcast = await broadcasts.lock(tx, broadcastId);
      if (broadcast?.status !== 'sending') return;
      const final = results.filter(({ state }) => state !== 'queued');
      const accepted = final.map(({ state }) => state === 'sent');
      const recentOutcomes = addOutcomes(broadcast.recentOutcomes, accepted);
      const lastRefusal = final.findLast(({ state }) => state !== 'sent')?.reason ?? broadcast.lastRefusal;
      const reason =
        pause ??
        brakeReason(recentOutcomes, brakeLimits(), lastRefusal) ??
        pauseReason(broadcast, shareLimits());
      if (reason === undefined) {
        if (final.length > 0) await broadcasts.update(tx, broadcastId, { recentOutcomes, lastRefusal });
        return;
      }
      // Who resumes it has looked at it: it is judged by what comes then.
      const fields = { status: 'paused', reason, recentOutcomes: '', lastRefusal: '' } as const;
      append(tx, origin, 'changed', await broadcasts.update(tx, broadcastId, fields));
    },

    /** Fails a broadcast that cannot be made into mails. */
    async fail(tx: Tx, origin: Origin, broadcastId: string, now: Date, reason: string): Promise<void> {
      const broadcast = await broadcasts.lock(tx, broadcastId);
      if (broadcast?.status === 'sending')
        await end(tx, origin, broadcast, now, { status: 'failed', reason });
    },

    /** Ends a broadcast whose run was cancelled. */
    async cancel(tx: Tx, origin: Origin, broadcastId: string, now: Date): Promise<void> {
      const broadcast = await broadcasts.lock(tx, broadcastId);
      if (!broadcast || ['sent', 'cancelled', 'failed'].includes(broadcast.status)) return;
      await end(tx, origin, broadcast, now, { status: 'cancelled', reason: 'The job was cancelled' });
      while ((await recipients.spareQueued(tx, broadcastId, SPARED_PAGE)) > 0);
    },
  };
}

export type BroadcastSteps = ReturnType<typeof createBroadcastSteps>;
