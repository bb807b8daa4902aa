import { cancellationSignal } from '@temporalio/activity';
import { withHeartbeat } from '#activities/_shared/with-heartbeat.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { type Origin, systemContext } from '#domain/_shared/context.js';
import type { CampaignContent } from '#domain/campaigns/campaign-blocks.js';
import { campaignsSettings } from '#domain/campaigns/campaigns.settings.js';
import type { ShownContent } from '#domain/campaigns/shown-content.js';
import { SearchIndexMissing, SearchUnavailable } from '#integrations/search/search-engine.js';
import type { Mailers } from '#integrations/mail/mailers.js';
import { compileCampaign } from '#integrations/mail/render-campaign.js';
import { TemplateSyntaxError } from '#integrations/mail/template-language.js';
import { createPace, type Pace } from '#lib/pace.js';
import { createBroadcastSteps } from '#operations/campaigns/broadcast-steps.js';
import { readCampaignBranding, shopFace } from '#operations/campaigns/campaign-branding.js';
import { clickUrl } from '#operations/campaigns/click-token.js';
import { createShownContentReader } from '#operations/campaigns/read-shown-content.js';
import type { Platform } from '#operations/platform.js';
import type { BroadcastProgress } from './broadcast-progress.js';
import { backoffMs, sendRecipients } from './send-recipients.js';

/** After so long the activity returns its progress to the workflow. */
const REPORT_MS = 10_000;
/** Half of the places of a mail worker: the others are for mails that somebody waits for. */
const MAX_AT_ONCE = 2;
const BUSY_MS = 1_000;

type Deps = Platform & { mailers: Mailers };

export function createCampaignsActivities(deps: Deps) {
  const { unitOfWork, settings, clock, config, logger, stopping } = deps;
  const readShown = createShownContentReader(deps);
  const steps = createBroadcastSteps(deps);
  const paces = new Map<string, Pace>();
  let running = 0;

  async function send(
    broadcastId: string,
    origin: Origin,
    { content, shown, topicId }: { content: CampaignContent; shown: ShownContent; topicId: string | null },
    failures: number,
    endsAt: number,
    signal: AbortSignal,
  ): Promise<BroadcastProgress> {
    const run = <T>(work: (tx: Tx) => Promise<T>) => unitOfWork.run(systemContext(origin, clock.now()), work);
    const face = readCampaignBranding(deps);
    let compiled;
    try {
      compiled = compileCampaign(content, face, {
        shop: shopFace(shown, deps),
        ...(settings.get(campaignsSettings.countClicks) && {
          clickAddress: (link) => clickUrl(config.PUBLIC_API_BASE_URL, link),
        }),
      });
    } catch (error) {
      if (!(error instanceof TemplateSyntaxError)) throw error;
      await run((tx) => steps.fail(tx, origin, broadcastId, clock.now(), error.message));
      return { next: 'again' };
    }
    const { links } = compiled;
    // Before any mail holds them.
    if (links.length > 0) await run((tx) => steps.addLinks(tx, broadcastId, links));
    const pace = paceOf(broadcastId);
    const campaign = { compiled, face };
    const options = { broadcastId, topicId, origin, campaign, shown, pace, failures, endsAt, signal };
    return sendRecipients(deps, steps, options);
  }

  /** Reads what the blocks show of the shop. @returns false while the search is away: a listing is not left out for that */
  async function keepShown(broadcastId: string, origin: Origin, content: CampaignContent): Promise<boolean> {
    try {
      const shown = await readShown(content.blocks, clock.now());
      await unitOfWork.run(systemContext(origin, clock.now()), (tx) =>
        steps.keepShown(tx, broadcastId, shown),
      );
      return true;
    } catch (error) {
      if (!(error instanceof SearchUnavailable) && !(error instanceof SearchIndexMissing)) throw error;
      logger.warn({ broadcastId, reason: error.message }, 'campaign waits for the search');
      return false;
    }
  }

  /** Of each broadcast its own, and kept between its rounds. */
  function paceOf(broadcastId: string): Pace {
    const pace = paces.get(broadcastId) ?? createPace(() => settings.get(campaignsSettings.ratePerSecond));
    paces.set(broadcastId, pace);
    return pace;
  }

  async function advance(broadcastId: string, origin: Origin, failures: number): Promise<BroadcastProgress> {
    const signal = AbortSignal.any([cancellationSignal(), stopping]);
    const run = <T>(work: (tx: Tx) => Promise<T>) => unitOfWork.run(systemContext(origin, clock.now()), work);
    const until = Date.now() + REPORT_MS;
    // One activity at a time works on a broadcast: what is found in hand was left by one that is gone.
    await run((tx) => steps.abandon(tx, broadcastId));
    while (Date.now() < until && !signal.aborted) {
      const step = await run((tx) => steps.next(tx, origin, broadcastId, clock.now()));
      if (step.next === 'wait')
        return { next: 'wait', waitMs: Math.max(0, step.until.getTime() - clock.now().getTime()) };
      if (step.next === 'done' || step.next === 'paused') {
        paces.delete(broadcastId);
        return step;
      }
      if (step.next === 'again') continue;
      if (step.next === 'read') {
        if (await keepShown(broadcastId, origin, step.content)) continue;
        return { next: 'wait', waitMs: backoffMs(failures), failed: true };
      }
      const progress = await send(broadcastId, origin, step, failures, until, signal);
      if (progress.next !== 'again') return progress;
    }
    return { next: 'again' };
  }

  return {
    /** Takes a broadcast some seconds further: waits for its time, writes its audience, sends its next batches. */
    async advanceBroadcast(input: {
      broadcastId: string;
      failures: number;
      origin: Origin;
    }): Promise<BroadcastProgress> {
      if (running >= MAX_AT_ONCE) return { next: 'wait', waitMs: BUSY_MS };
      running += 1;
      try {
        return await withHeartbeat(() => advance(input.broadcastId, input.origin, input.failures));
      } finally {
        running -= 1;
      }
    },

    /** Ends a broadcast whose run was cancelled. */
    async cancelBroadcast({ broadcastId, origin }: { broadcastId: string; origin: Origin }): Promise<void> {
      const ctx = systemContext(origin, clock.now());
      await unitOfWork.run(ctx, (tx) => steps.cancel(tx, origin, broadcastId, ctx.now));
    },
  };
}

export type CampaignsActivities = ReturnType<typeof createCampaignsActivities>;
