import { createConsentsRepository } from '#db/campaigns/consents.repository.js';
import { createTopicsRepository } from '#db/campaigns/topics.repository.js';
import type { Knex } from '#db/kernel/knex.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import { createSuppressionsRepository } from '#db/mail/suppressions.repository.js';
import type { Context } from '#domain/_shared/context.js';
import type { TopicChoice } from '#domain/campaigns/campaign-topic.js';
import { campaignsEvents } from '#domain/campaigns/campaigns.events.js';
import { mailSuppressed, mailUnsuppressed } from '#domain/mail/mail.events.js';
import type { SuppressionReason } from '#domain/mail/suppression.js';
import type { Platform } from '#operations/platform.js';

export interface EmailPreferences {
  /** In the order of the page. */
  choices: TopicChoice[];
  /** Why no campaign goes to the address at all; null where campaigns do. */
  suppressed: SuppressionReason | null;
}

/** What an address gets of campaigns, and how its owner changes that: by a link of a mail, or signed in. */
export function createEmailPreferences({
  knex,
  audit,
  outbox,
}: Pick<Platform, 'audit' | 'outbox'> & { knex: Knex }) {
  const topics = createTopicsRepository(knex);
  const consents = createConsentsRepository();
  const suppressions = createSuppressionsRepository(knex);

  async function read(reader: Reader, address: string): Promise<EmailPreferences> {
    const active = await topics.active(reader);
    const said = await consents.of(reader, address);
    const suppressed = (await suppressions.find(address, reader))?.reason ?? null;
    const choices = active.map((topic) => ({
      topic,
      subscribed: suppressed === null && (said.get(topic.id) ?? !topic.optIn),
    }));
    return { choices, suppressed };
  }

  /** @returns whether the address was written to until now */
  async function unsubscribeAll(tx: Tx, ctx: Context, address: string, source: string): Promise<boolean> {
    const row = { address, reason: 'unsubscribe' as const, source, note: null };
    const added = await suppressions.insertAll(tx, [row]);
    if (added.length === 0) return false;
    await audit.record(tx, ctx, [
      { entity: 'mailSuppression', entityId: address, action: 'create', after: row },
    ]);
    outbox.append(tx, ctx, mailSuppressed, address, { reason: row.reason, source });
    return true;
  }

  /** Takes an unsubscribe from everything back; other reasons stay. @returns whether campaigns go to the address now */
  async function resubscribe(tx: Tx, ctx: Context, address: string): Promise<boolean> {
    const found = await suppressions.find(address, tx);
    if (!found) return true;
    const { reason } = found;
    if (reason !== 'unsubscribe') return false;
    await suppressions.delete(tx, address);
    await audit.record(tx, ctx, [
      { entity: 'mailSuppression', entityId: address, action: 'delete', before: { reason } },
    ]);
    outbox.append(tx, ctx, mailUnsuppressed, address, { reason });
    return true;
  }

  async function write(
    tx: Tx,
    ctx: Context,
    said: { address: string; source: string },
    wanted: readonly { topicId: string; subscribed: boolean; before: boolean }[],
  ): Promise<void> {
    const { address, source } = said;
    await consents.save(
      tx,
      { ...said, at: ctx.now },
      wanted.map(({ topicId, subscribed }) => ({ topicId, subscribed })),
    );
    const changed = wanted.filter(({ subscribed, before }) => subscribed !== before);
    if (changed.length === 0) return;
    const values = (field: 'subscribed' | 'before') =>
      Object.fromEntries(changed.map((item) => [item.topicId, item[field]]));
    await audit.record(tx, ctx, [
      {
        entity: 'campaignConsent',
        entityId: address,
        action: 'update',
        before: values('before'),
        after: { ...values('subscribed'), source },
      },
    ]);
    for (const { topicId, subscribed } of changed)
      outbox.append(tx, ctx, campaignsEvents.consentChanged, address, { topicId, subscribed, source });
  }

  /**
   * Exactly the named topics from now on. Nobody who wants none of them gets one that is made later: the address is
   * unsubscribed from everything. One that is suppressed for another reason stays so.
   */
  async function choose(
    tx: Tx,
    ctx: Context,
    said: { address: string; source: string },
    topicIds: readonly string[],
  ): Promise<EmailPreferences> {
    const { choices } = await read(tx, said.address);
    const wanted = choices.map(({ topic, subscribed: before }) => ({
      topicId: topic.id,
      before,
      subscribed: topicIds.includes(topic.id),
    }));
    const some = wanted.some(({ subscribed }) => subscribed);
    // What was chosen before counts again once the address is subscribed anew.
    if (some) await write(tx, ctx, said, wanted);
    if (some) await resubscribe(tx, ctx, said.address);
    else await unsubscribeAll(tx, ctx, said.address, said.source);
    return read(tx, said.address);
  }

  return {
    read,
    unsubscribeAll,
    resubscribe,

    /** From one topic; the others stay. A repeat changes nothing. @returns whether the address was subscribed to it */
    async unsubscribeTopic(
      tx: Tx,
      ctx: Context,
      said: { address: string; source: string; topicId: string },
    ): Promise<boolean> {
      const { topicId, ...by } = said;
      const topic = await topics.find(topicId, tx);
      if (!topic) return unsubscribeAll(tx, ctx, by.address, by.source);
      const before = (await consents.of(tx, by.address)).get(topicId) ?? !topic.optIn;
      await write(tx, ctx, by, [{ topicId, subscribed: false, before }]);
      return before;
    },

    /**
     * To one topic. Who unsubscribed from everything before gets that topic alone; an address that is suppressed for another
     * reason stays so.
     */
    async subscribeTopic(
      tx: Tx,
      ctx: Context,
      said: { address: string; source: string; topicId: string },
    ): Promise<void> {
      const { topicId, ...by } = said;
      if (!(await topics.find(topicId, tx))) return;
      if ((await suppressions.find(by.address, tx))?.reason === 'unsubscribe') {
        await choose(tx, ctx, by, [topicId]);
        return;
      }
      const before = (await consents.of(tx, by.address)).get(topicId) ?? false;
      await write(tx, ctx, by, [{ topicId, subscribed: true, before }]);
    },
    choose,
  };
}
