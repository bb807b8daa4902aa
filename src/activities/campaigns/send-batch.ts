import type { RecipientResult } from '#db/campaigns/recipients.repository.js';
import { mailSettings } from '#domain/mail/mail.settings.js';
import { putOffAgain } from '#domain/mail/put-off.js';
import { type EmailSettings, mailSender } from '#integrations/mail/email-settings.js';
import { campaignHeaders } from '#integrations/mail/mail-headers.js';
import type { BulkRecipient, BulkResult, BulkStop } from '#integrations/mail/mailer.js';
import type { Mailers } from '#integrations/mail/mailers.js';
import {
  type CampaignBranding,
  campaignSubstitutions,
  type CompiledCampaign,
  recipientValues,
} from '#integrations/mail/render-campaign.js';
import type { ClaimedWithCodes } from '#operations/campaigns/broadcast-steps.js';
import { writeClickToken } from '#operations/campaigns/click-token.js';
import { unsubscribeUrl, writeUnsubscribeToken } from '#operations/campaigns/unsubscribe-token.js';
import { readEmailSettings, unsubscribeMailbox } from '#operations/mail/mail-settings.js';
import type { Platform } from '#operations/platform.js';
import { tokenPageUrl } from '#operations/settings/page-urls.js';

/** The mail API allows ten thousand bytes for everything that is filled in for a recipient. */
const NAME_LENGTH = 200;

export interface SentBatch {
  results: RecipientResult[];
  stopped?: BulkStop;
  /** Addresses that the server says do not exist. */
  gone: { address: string; note: string }[];
}

type Deps = Pick<Platform, 'config' | 'settings' | 'keyring' | 'clock'> & { mailers: Mailers };

/** Hands a claimed batch to the mail provider. Everybody in it gets a result. */
export async function sendBatch(
  { config, settings, keyring, clock, mailers }: Deps,
  { broadcastId, topicId }: { broadcastId: string; topicId: string | null },
  { compiled, face }: { compiled: CompiledCampaign; face: CampaignBranding },
  claimed: readonly ClaimedWithCodes[],
  signal: AbortSignal,
): Promise<SentBatch> {
  const isCounted = compiled.links.length > 0;
  const recipientsOf = (email: EmailSettings) =>
    claimed.map(({ id, address, name, codes }): BulkRecipient => {
      const token = writeUnsubscribeToken({ broadcastId, topicId, address }, keyring);
      // Mail programs post to the header's address; people open the page.
      const url = unsubscribeUrl(config.PUBLIC_API_BASE_URL, token);
      const page = tokenPageUrl(settings, 'unsubscribePath', token, url);
      const shortName = name.slice(0, NAME_LENGTH);
      const own = { clickToken: isCounted ? writeClickToken(id, config) : '', codes };
      return {
        to: { email: address, name: shortName || undefined },
        messageId: id,
        substitutions: campaignSubstitutions(compiled, recipientValues(face, shortName, page, own)),
        headers: campaignHeaders({
          broadcastId,
          unsubscribeUrl: url,
          unsubscribeToken: token,
          unsubscribeMailbox: unsubscribeMailbox(settings),
          from: mailSender(email, config).from.email,
          storeName: face.brand.storeName,
        }),
      };
    });
  const { subject, html, text } = compiled;
  try {
    const email = readEmailSettings(settings);
    const mail = { ...mailSender(email, config), subject, html, text, recipients: recipientsOf(email) };
    const sent = await mailers.bulkMailerFor(email).sendMany(mail, signal);
    return resultsOf(claimed, sent, {
      now: clock.now(),
      retryHours: settings.get(mailSettings.retryHours),
    });
  } catch (error) {
    // Nothing was handed over: a setting cannot be read, or the mail cannot be made.
    const reason = error instanceof Error ? error.message : String(error);
    return { results: untried(claimed), stopped: { reason, wholeMessage: true, throttled: false }, gone: [] };
  }
}

const untried = (claimed: readonly ClaimedWithCodes[]): RecipientResult[] =>
  claimed.map(({ id }) => ({ id, state: 'queued', tried: false }));

function resultsOf(
  claimed: readonly ClaimedWithCodes[],
  { outcomes, stopped }: BulkResult,
  { now, retryHours }: { now: Date; retryHours: number },
): SentBatch {
  const byId = new Map(outcomes.map((item) => [item.messageId, item]));
  const gone: SentBatch['gone'] = [];
  const results = claimed.map(({ id, address, ...earlier }): RecipientResult => {
    const found = byId.get(id);
    if (!found) return { id, state: 'queued', tried: false };
    const { outcome, reason, providerMessageId } = found;
    if (found.gone) gone.push({ address, note: reason ?? '' });
    if (outcome !== 'later') return { id, state: outcome, reason, providerMessageId, tried: true };
    const putOff = putOffAgain(earlier, now, retryHours);
    return { id, state: putOff ? 'queued' : 'failed', reason, tried: true, putOff };
  });
  return { results, stopped, gone };
}
