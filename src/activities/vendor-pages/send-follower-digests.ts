import { cancellationSignal, heartbeat } from '@temporalio/activity';
import type { Sweep } from '#activities/sweeps/sweeps.activities.js';
import { createTopicsRepository } from '#db/campaigns/topics.repository.js';
import { createFollowerDigestsRepository } from '#db/vendor-pages/follower-digests.repository.js';
import { systemContext } from '#domain/_shared/context.js';
import { type CampaignTopic, topicName } from '#domain/campaigns/campaign-topic.js';
import { campaignsSettings } from '#domain/campaigns/campaigns.settings.js';
import { localeChain } from '#domain/mail/locales.js';
import { mailSettings } from '#domain/mail/mail.settings.js';
import { type MailToSend, UNSUBSCRIBE_TOKEN } from '#domain/mail/mail-message.js';
import type { ProductSummary } from '#domain/mail/mail-template.js';
import { normalizeAddress } from '#domain/_shared/mail-address.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { type FollowerDigest, vendorNames } from '#domain/vendor-pages/follower-digest.js';
import { readSkipRules } from '#operations/campaigns/skip-rules.js';
import { unsubscribeUrl, writeUnsubscribeToken } from '#operations/campaigns/unsubscribe-token.js';
import type { Platform } from '#operations/platform.js';
import { storefrontUrl, tokenPageUrl } from '#operations/settings/page-urls.js';

/** Followers that one transaction looks at. */
const BATCH = 500;

/**
 * Writes to followers what their vendors have put on sale since the last mail, batch by batch: each commits its mails with
 * the note of who was written to, so that a worker that takes over writes to nobody twice.
 */
export function createFollowerDigests(platform: Platform): Sweep {
  const { unitOfWork, clock, knex, settings, mail, logger } = platform;
  const topics = createTopicsRepository(knex);
  const digests = createFollowerDigestsRepository();
  const mailOf = createDigestMails(platform);

  return async () => {
    const topic = await topics.findActive(settings.get(campaignsSettings.digestTopic));
    if (!topic) return { digests: 0 };
    let after: string | null = null;
    let sent = 0;
    for (;;) {
      cancellationSignal().throwIfAborted();
      const ctx = systemContext({ name: 'vendor-pages-digests' }, clock.now());
      const rules = readSkipRules(settings, ctx.now);
      const from: string | null = after;
      const batch = await unitOfWork.run(ctx, async (tx) => {
        const found = await digests.next(tx, { after: from, limit: BATCH, now: ctx.now, topic, rules });
        const mails = found.digests.map((digest) => mailOf(digest, topic, ctx.now));
        await mail.enqueueAll(tx, ctx, mails);
        await digests.sent(
          tx,
          found.digests.map(({ userId }) => userId),
          ctx.now,
        );
        return found;
      });
      sent += batch.digests.length;
      heartbeat({ sent });
      if (batch.last === null) break;
      after = batch.last;
    }
    logger.info({ sent }, 'digests of followed vendors written');
    return { digests: sent };
  };
}

/** The mail of a follower. */
function createDigestMails({ settings, keyring, config }: Pick<Platform, 'settings' | 'keyring' | 'config'>) {
  return (digest: FollowerDigest, topic: CampaignTopic, now: Date): MailToSend => {
    const { userId, email, name, locale, productCount, products } = digest;
    const token = writeUnsubscribeToken(
      { broadcastId: null, topicId: topic.id, address: normalizeAddress(email) },
      keyring,
    );
    const url = unsubscribeUrl(config.PUBLIC_API_BASE_URL, token);
    const store = storefrontUrl(settings);
    const newProducts: ProductSummary = {
      currency: settings.get(storeSettings.currency),
      products: products.map(({ title, slug, vendor, image, priceStart, priceEnd }) => ({
        title,
        vendor,
        price: priceStart,
        hasMore: priceEnd > priceStart,
        url: store && `${store}/products/${slug}`,
        ...(image !== null && { image }),
      })),
    };
    return {
      template: 'followed_vendors.new_products',
      role: 'customer',
      to: email,
      ...(locale !== null && { locale }),
      variables: {
        customerName: name,
        productCount,
        newProducts,
        vendorNames: vendorNames(products).join(', '),
        topicName: topicName(topic, localeChain(locale, settings.get(mailSettings.language))),
        unsubscribeUrl: tokenPageUrl(settings, 'unsubscribePath', token, url),
        postalAddress: settings.get(campaignsSettings.postalAddress),
        [UNSUBSCRIBE_TOKEN]: token,
      },
      dedupeKey: `followed_vendors.new_products:${userId}:${now.toISOString().slice(0, 10)}`,
    };
  };
}
