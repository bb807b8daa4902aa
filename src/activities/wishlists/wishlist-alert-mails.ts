import { type CampaignTopic, topicName } from '#domain/campaigns/campaign-topic.js';
import { campaignsSettings } from '#domain/campaigns/campaigns.settings.js';
import { localeChain } from '#domain/mail/locales.js';
import { mailSettings } from '#domain/mail/mail.settings.js';
import { type MailToSend, UNSUBSCRIBE_TOKEN } from '#domain/mail/mail-message.js';
import type { ProductSummary } from '#domain/mail/mail-template.js';
import { phrase } from '#domain/mail/phrase.js';
import { normalizeAddress } from '#domain/_shared/mail-address.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import {
  SHOWN_ITEMS,
  type WishlistAlert,
  type WishlistAlertItem,
} from '#domain/wishlists/wishlist-alerts.js';
import { unsubscribeUrl, writeUnsubscribeToken } from '#operations/campaigns/unsubscribe-token.js';
import type { Platform } from '#operations/platform.js';
import { storefrontUrl, tokenPageUrl } from '#operations/settings/page-urls.js';

/** Products that the subject names. */
const NAMED_ITEMS = 2;

type Deps = Pick<Platform, 'settings' | 'keyring' | 'config'>;

/** The mail of an owner; `today` is part of its key, so that a day has one. */
export function createWishlistAlertMails({ settings, keyring, config }: Deps) {
  const titleOf = ({ title, variantTitle }: WishlistAlertItem) =>
    variantTitle ? `${title}, ${variantTitle}` : title;

  function summaryOf(items: readonly WishlistAlertItem[], store: string): ProductSummary {
    return {
      currency: settings.get(storeSettings.currency),
      products: items.slice(0, SHOWN_ITEMS).map((item) => ({
        title: titleOf(item),
        vendor: item.vendor,
        price: item.price,
        hasMore: item.priceEnd > item.price,
        url: store && `${store}/products/${item.slug}`,
        ...(item.image !== null && { image: item.image }),
        ...(item.formerPrice !== null && { formerPrice: item.formerPrice }),
        ...(item.isBack && { note: phrase('stock.back') }),
      })),
    };
  }

  return (
    { userId, email, name, locale, items }: WishlistAlert,
    topic: CampaignTopic,
    today: string,
  ): MailToSend => {
    const token = writeUnsubscribeToken(
      { broadcastId: null, topicId: topic.id, address: normalizeAddress(email) },
      keyring,
    );
    const url = unsubscribeUrl(config.PUBLIC_API_BASE_URL, token);
    const store = storefrontUrl(settings);
    const titles = [...new Set(items.map(({ title }) => title))].slice(0, NAMED_ITEMS);
    return {
      template: 'wishlists.alerts',
      role: 'customer',
      to: email,
      ...(locale !== null && { locale }),
      variables: {
        customerName: name,
        itemTitles: titles.join(', '),
        itemCount: items.length,
        wishlistItems: summaryOf(items, store),
        wishlistUrl: store && `${store}/account/wishlists`,
        topicName: topicName(topic, localeChain(locale, settings.get(mailSettings.language))),
        unsubscribeUrl: tokenPageUrl(settings, 'unsubscribePath', token, url),
        postalAddress: settings.get(campaignsSettings.postalAddress),
        [UNSUBSCRIBE_TOKEN]: token,
      },
      dedupeKey: `wishlists.alerts:${userId}:${today}`,
    };
  };
}
