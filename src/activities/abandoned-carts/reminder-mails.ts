import type { DueCart, ReminderItem } from '#domain/abandoned-carts/reminded-cart.js';
import { LINK_DAYS } from '#domain/abandoned-carts/reminder-steps.js';
import { type CampaignTopic, topicName } from '#domain/campaigns/campaign-topic.js';
import { campaignsSettings } from '#domain/campaigns/campaigns.settings.js';
import { localeChain } from '#domain/mail/locales.js';
import { mailSettings } from '#domain/mail/mail.settings.js';
import { type MailToSend, UNSUBSCRIBE_TOKEN } from '#domain/mail/mail-message.js';
import type { LineSummary } from '#domain/mail/mail-template.js';
import { phrase } from '#domain/mail/phrase.js';
import { normalizeAddress } from '#domain/_shared/mail-address.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import type { ReminderCoupon } from '#operations/abandoned-carts/reminder-coupons.js';
import { writeRestoreToken } from '#operations/abandoned-carts/restore-token.js';
import { unsubscribeUrl, writeUnsubscribeToken } from '#operations/campaigns/unsubscribe-token.js';
import type { Platform } from '#operations/platform.js';
import { tokenPageUrl } from '#operations/settings/page-urls.js';

const DAY_MS = 86_400_000;

export interface ReminderToSend {
  reminderId: string;
  cart: DueCart & { email: string };
  coupon?: ReminderCoupon | undefined;
  items: readonly ReminderItem[];
}

/** The mail of a reminder. */
export function createReminderMails({
  settings,
  keyring,
  config,
}: Pick<Platform, 'settings' | 'keyring' | 'config'>) {
  return (
    { reminderId, cart, coupon, items }: ReminderToSend,
    topic: CampaignTopic,
    now: Date,
  ): MailToSend => {
    const { email, name, locale } = cart;
    const unsubscribe = writeUnsubscribeToken(
      { broadcastId: null, topicId: topic.id, address: normalizeAddress(email) },
      keyring,
    );
    const expiresAt = new Date(now.getTime() + LINK_DAYS * DAY_MS);
    const restore = writeRestoreToken({ reminderId, expiresAt }, keyring);
    const page = unsubscribeUrl(config.PUBLIC_API_BASE_URL, unsubscribe);
    const more = (items[0]?.itemCount ?? 0) - items.length;
    return {
      template: 'abandoned_cart.reminder',
      role: 'customer',
      to: email,
      ...(locale !== null && { locale }),
      variables: {
        customerName: name,
        cartItems: linesOf(items, settings.get(storeSettings.currency)),
        moreItems: more > 0 ? phrase('cart.more_items', { count: more }) : '',
        couponCode: coupon?.code ?? '',
        couponUntil: coupon?.expiresAt.toISOString() ?? '',
        restoreUrl: tokenPageUrl(settings, 'restoreCartPath', restore, ''),
        topicName: topicName(topic, localeChain(locale, settings.get(mailSettings.language))),
        unsubscribeUrl: tokenPageUrl(settings, 'unsubscribePath', unsubscribe, page),
        postalAddress: settings.get(campaignsSettings.postalAddress),
        [UNSUBSCRIBE_TOKEN]: unsubscribe,
      },
      dedupeKey: `abandoned_cart.reminder:${reminderId}`,
    };
  };
}

function linesOf(items: readonly ReminderItem[], currency: string): LineSummary {
  const lines = items.map(({ title, variantTitle, quantity, unitPrice, image }) => ({
    title,
    quantity,
    unitPrice,
    amount: unitPrice * quantity,
    ...(variantTitle !== null && { detail: variantTitle }),
    ...(image !== null && { image }),
  }));
  return { currency, lines, totals: [] };
}
