import { createBroadcastsRepository } from '#db/campaigns/broadcasts.repository.js';
import { createCampaignTemplatesRepository } from '#db/campaigns/campaign-templates.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { CampaignBlock } from '#domain/campaigns/campaign-blocks.js';
import { campaignsEvents } from '#domain/campaigns/campaigns.events.js';
import type { Container } from '#runtime/container.js';
import { createDraw, createIds } from './draw.js';
import type { PlannedBuyer } from './plan-buyers.js';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Of a hundred mails of the broadcast that was sent. */
const BOUNCED = 2;
const UNDELIVERED = 3;

const festival: CampaignBlock[] = [
  { type: 'logo' },
  { type: 'heading', level: 1, text: 'A festival of lamps' },
  {
    type: 'text',
    text: 'Dear {{customer_name}},\n\nbrass and clay lamps are **half price** until Sunday:\n\n- diyas in sets of six\n- hanging lamps\n- lamps for the doorstep',
  },
  { type: 'button', label: 'See the lamps', url: '{{store_url}}' },
  { type: 'divider' },
  { type: 'social' },
];

const weavers: CampaignBlock[] = [
  { type: 'logo' },
  { type: 'heading', text: 'News from our weavers' },
  {
    type: 'text',
    text: 'Dear {{customer_name}},\n\nthe looms of Kaveri Handlooms have a new pattern. *Each piece takes four days.*',
  },
  { type: 'button', label: 'Meet the weavers', url: '{{store_url}}' },
  { type: 'spacer', height: 24 },
];

type Deps = Pick<Container, 'knex' | 'outbox'>;

/** Two templates, a broadcast that was sent, with bounces, and one that leaves tomorrow once the platform runs. */
export async function writeCampaigns(
  tx: Tx,
  ctx: Context,
  { seed, buyers }: { seed: number; buyers: readonly PlannedBuyer[] },
  { knex, outbox }: Deps,
): Promise<void> {
  const newId = createIds(seed, 'campaigns');
  const draw = createDraw(seed, 'campaigns');
  const templates = createCampaignTemplatesRepository(knex);
  const broadcasts = createBroadcastsRepository(knex);
  const ago = (days: number) => new Date(ctx.now.getTime() - days * DAY_MS);
  const stamps = (days: number) => ({ createdAt: ago(days), updatedAt: ago(days) });

  const content = {
    subject: 'Half price lamps for {{customer_name}}',
    previewText: 'Until Sunday: brass and clay',
  };
  await templates.insert(tx, {
    id: newId(),
    name: 'Festival of lamps',
    ...content,
    blocks: festival,
    ...stamps(20),
  });
  const template = { subject: 'News from our weavers', previewText: 'A new pattern from Kaveri Handlooms' };
  const templateId = newId();
  await templates.insert(tx, {
    id: templateId,
    name: 'News from the weavers',
    ...template,
    blocks: weavers,
    ...stamps(12),
  });

  const audience = { type: 'all_customers' as const };
  const createdBy = `${ctx.actor.type}:${ctx.actor.id}`;
  const sentId = newId();
  await broadcasts.insert(tx, {
    id: sentId,
    status: 'sent',
    audience,
    audienceDone: true,
    recipientCount: buyers.length,
    createdBy,
    templateId: null,
    ...content,
    blocks: festival,
    scheduleFor: null,
    ...stamps(9),
    startedAt: ago(9),
    finishedAt: ago(9),
  });
  await tx('campaigns_recipients').insert(
    buyers.map(({ userId, email, name }) => {
      const fate = draw.whole(1, 100);
      const bounced = fate <= BOUNCED;
      const deliveryStatus = bounced ? 'bounced' : fate <= UNDELIVERED ? null : 'delivered';
      return {
        id: newId(),
        broadcastId: sentId,
        userId,
        address: email.toLowerCase(),
        name,
        state: 'sent',
        deliveryStatus,
        attempts: 1,
        sentAt: ago(9),
      };
    }),
  );

  const nextId = newId();
  await broadcasts.insert(tx, {
    id: nextId,
    status: 'scheduled',
    audience,
    recipientCount: buyers.length,
    createdBy,
    templateId,
    ...template,
    blocks: null,
    scheduleFor: ago(-1),
    ...stamps(1),
  });
  outbox.append(tx, ctx, campaignsEvents.requested, nextId, {
    broadcastId: nextId,
    subject: template.subject,
  });
}
