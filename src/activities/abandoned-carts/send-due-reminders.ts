import { holdCarts, readDueCarts, readReminderItems } from '#db/abandoned-carts/due-carts.query.js';
import { createReminderSeriesRepository } from '#db/abandoned-carts/reminder-series.repository.js';
import { createWaitingCartsRepository } from '#db/abandoned-carts/waiting-carts.repository.js';
import { lockWeeklyLimit } from '#db/campaigns/skipped-sql.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { judgeDue, type Verdict } from '#domain/abandoned-carts/judge-due.js';
import type { DueCart, EndReason, ReminderItem } from '#domain/abandoned-carts/reminded-cart.js';
import { type ReminderStep, SHOWN_ITEMS } from '#domain/abandoned-carts/reminder-steps.js';
import type { CampaignTopic } from '#domain/campaigns/campaign-topic.js';
import { normalizeAddress } from '#domain/_shared/mail-address.js';
import { abandonedCartsSettings } from '#domain/abandoned-carts/abandoned-carts.settings.js';
import { newId } from '#lib/ids.js';
import { createReminderCoupons } from '#operations/abandoned-carts/reminder-coupons.js';
import { readSkipRules } from '#operations/campaigns/skip-rules.js';
import type { Platform } from '#operations/platform.js';
import { createReminderMails } from './reminder-mails.js';

/** Carts that one transaction holds: their buyers wait for it. */
const BATCH = 100;

interface Reminding {
  topic: CampaignTopic;
  steps: readonly ReminderStep[];
}

type Addressed = DueCart & { email: string };
type Judged = { cart: DueCart; verdict: Verdict };

/**
 * Takes a batch of carts that are due and writes their reminders. All of it is one transaction: a process that ends before the
 * commit has sent nothing, and the next one finds the same carts.
 */
export function createDueReminders(platform: Pick<Platform, 'settings' | 'mail' | 'keyring' | 'config'>) {
  const waiting = createWaitingCartsRepository();
  const series = createReminderSeriesRepository();
  const mailOf = createReminderMails(platform);
  const giveCoupons = createReminderCoupons();

  /** Gives carts without a series one, as far as their buyers may get one. */
  async function withSeries(tx: Tx, carts: readonly Addressed[], { now }: Context, weekAgo: Date) {
    const wanted = carts
      .filter(({ seriesId }) => seriesId === null)
      .map(({ cartId, userId, email }) => ({
        id: newId(),
        cartId,
        userId,
        address: normalizeAddress(email),
      }));
    const begun = await series.begin(tx, wanted, now, weekAgo);
    const ids = new Map(
      wanted.filter(({ cartId }) => begun.has(cartId)).map(({ cartId, id }) => [cartId, id]),
    );
    return carts.flatMap((cart) => {
      const seriesId = cart.seriesId ?? ids.get(cart.cartId);
      return seriesId === undefined ? [] : [{ ...cart, seriesId }];
    });
  }

  async function send(
    tx: Tx,
    ctx: Context,
    { topic, steps }: Reminding,
    carts: readonly (Addressed & { seriesId: string })[],
  ): Promise<number> {
    const numbered = carts.map((cart) => ({ cart, id: newId(), discountId: steps[cart.step]?.discountId }));
    const coupons = await giveCoupons(
      tx,
      numbered.flatMap(({ id, discountId }) => (discountId ? [{ reminderId: id, discountId }] : [])),
      { now: ctx.now, days: platform.settings.get(abandonedCartsSettings.couponDays) },
    );
    const reminders = numbered.map(({ cart, id }) => ({
      cart,
      coupon: coupons.get(id),
      row: {
        id,
        seriesId: cart.seriesId,
        userId: cart.userId,
        step: cart.step + 1,
        couponCode: coupons.get(id)?.code ?? null,
      },
    }));
    const recorded = await series.record(
      tx,
      reminders.map(({ row }) => row),
      ctx.now,
    );
    const items = byCart(
      await readReminderItems(
        tx,
        carts.map(({ cartId }) => cartId),
        { now: ctx.now, shown: SHOWN_ITEMS },
      ),
    );
    const mails = reminders
      .filter(({ row }) => recorded.has(row.id))
      .map(({ row, cart, coupon }) =>
        mailOf({ reminderId: row.id, cart, coupon, items: items.get(cart.cartId) ?? [] }, topic, ctx.now),
      );
    await platform.mail.enqueueAll(tx, ctx, mails);
    return mails.length;
  }

  /** @returns how many carts were due, and how many reminders were written */
  return async (tx: Tx, ctx: Context, reminding: Reminding): Promise<{ due: number; sent: number }> => {
    const cartIds = await waiting.claim(tx, ctx.now, BATCH);
    if (cartIds.length === 0) return { due: 0, sent: 0 };
    const rules = readSkipRules(platform.settings, ctx.now);
    if (rules.weeklyLimit > 0) await lockWeeklyLimit(tx);
    await holdCarts(tx, cartIds);
    const judged: Judged[] = (
      await readDueCarts(tx, cartIds, { now: ctx.now, topic: reminding.topic, rules })
    ).map((cart) => ({ cart, verdict: judgeDue(cart, reminding.steps, ctx.now) }));
    const reminded = await withSeries(
      tx,
      judged.filter(({ verdict }) => verdict.kind === 'remind').map(({ cart }) => cart as Addressed),
      ctx,
      rules.weekAgo,
    );
    const sent = await send(tx, ctx, reminding, reminded);
    await settle(tx, judged, new Map(reminded.map(({ cartId, seriesId }) => [cartId, seriesId])), ctx.now);
    return { due: cartIds.length, sent };
  };

  async function settle(
    tx: Tx,
    judged: readonly Judged[],
    seriesOf: ReadonlyMap<string, string>,
    now: Date,
  ): Promise<void> {
    const ended: { id: string; reason: EndReason }[] = [];
    const removed: string[] = [];
    const later: Parameters<typeof waiting.putOff>[1][number][] = [];
    for (const { cart, verdict } of judged) {
      const { cartId, step } = cart;
      const seriesId = seriesOf.get(cartId) ?? cart.seriesId;
      if (verdict.kind === 'later') {
        later.push({ cartId, seriesId, step: verdict.step, dueAt: verdict.dueAt });
      } else if (verdict.kind === 'remind' && seriesId !== null && verdict.dueAt) {
        later.push({ cartId, seriesId, step: step + 1, dueAt: verdict.dueAt });
      } else {
        removed.push(cartId);
        const reason = verdict.kind === 'ends' ? verdict.reason : 'completed';
        if (seriesId !== null) ended.push({ id: seriesId, reason });
      }
    }
    await waiting.putOff(tx, later);
    await series.end(tx, ended, now);
    await waiting.remove(tx, removed);
  }
}

function byCart(items: readonly ReminderItem[]): Map<string, ReminderItem[]> {
  const found = new Map<string, ReminderItem[]>();
  for (const item of items) found.set(item.cartId, [...(found.get(item.cartId) ?? []), item]);
  return found;
}
