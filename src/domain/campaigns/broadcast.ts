import {
  boolean,
  type Columns,
  instant,
  integer,
  jsonOf,
  nullable,
  type RowOf,
  text,
  textOf,
  uuid,
} from '#domain/_shared/columns.js';
import type { CampaignBlock } from './campaign-blocks.js';
import type { ShownContent } from './shown-content.js';

export const broadcastStatuses = ['scheduled', 'sending', 'paused', 'sent', 'cancelled', 'failed'] as const;
export type BroadcastStatus = (typeof broadcastStatuses)[number];

export const recipientStates = ['queued', 'sending', 'sent', 'failed', 'suppressed', 'unclear'] as const;
export type RecipientState = (typeof recipientStates)[number];

export const broadcastCounters = [
  ...recipientStates,
  'delivered',
  'bounced',
  'complained',
  'unsubscribed',
] as const;
export type BroadcastCounters = Record<(typeof broadcastCounters)[number], number>;

/** Whom a broadcast goes to. */
export type Audience =
  | { type: 'all_customers' }
  | { type: 'user_ids'; userIds: string[] }
  | { type: 'customer_group'; customerGroupId: string }
  /** Whom `email.campaign_inactive_months` skips, to ask them whether they want to go on. */
  | { type: 'inactive_customers' };

export const broadcastColumns = {
  unsubscribed: integer,
  queued: integer,
  sending: integer,
  sent: integer,
  failed: integer,
  suppressed: integer,
  unclear: integer,
  delivered: integer,
  bounced: integer,
  complained: integer,
  id: uuid,
  status: textOf<BroadcastStatus>(),
  reason: nullable(text),
  audience: jsonOf<Audience>(),
  /** Null for a campaign from before there were topics. */
  topicId: nullable(uuid),
  templateId: nullable(uuid),
  subject: text,
  previewText: text,
  /** Null while the template has the content. */
  blocks: nullable(jsonOf<CampaignBlock[]>()),
  /** What the blocks show of the shop; null before the sending has started. */
  shown: nullable(jsonOf<ShownContent>()),
  scheduleFor: nullable(instant),
  startedAt: nullable(instant),
  finishedAt: nullable(instant),
  audienceCursor: nullable(uuid),
  audienceDone: boolean,
  recipientCount: integer,
  recentOutcomes: text,
  /** What was said to the last mail that was not accepted; blank when all were. */
  lastRefusal: text,
  /** 1, and one more for each time that failed or unclear recipients are written to again. */
  round: integer,
  createdBy: text,
  createdAt: instant,
  updatedAt: instant,
} as const satisfies Columns;
export type Broadcast = RowOf<typeof broadcastColumns>;

/** A year ahead at most. */
export const LONGEST_SCHEDULE_MS = 366 * 86_400_000;
/** Shares are looked at from so many sent mails on. */
export const MIN_SENT_TO_PAUSE = 1_000;

/** Why a broadcast pauses by itself; undefined while it goes on. */
export function pauseReason(
  { sent, bounced, complained }: Pick<BroadcastCounters, 'sent' | 'bounced' | 'complained'>,
  limits: { bouncePercent: number; complaintPercent: number },
): string | undefined {
  if (sent < MIN_SENT_TO_PAUSE) return undefined;
  const percent = (count: number) => (count / sent) * 100;
  const said = (count: number) => `${count} of ${sent} mails (${percent(count).toFixed(2)} %)`;
  if (percent(complained) > limits.complaintPercent)
    return `Too many spam reports: ${said(complained)}, above the limit of ${limits.complaintPercent} %`;
  if (percent(bounced) > limits.bouncePercent)
    return `Too many bounces: ${said(bounced)}, above the limit of ${limits.bouncePercent} %`;
  return undefined;
}

export interface RecipientRow {
  id: string;
  userId: string | null;
  address: string | null;
  state: RecipientState;
  reason: string | null;
  deliveryStatus: string | null;
  sentAt: Date | null;
  unsubscribedAt: Date | null;
}
