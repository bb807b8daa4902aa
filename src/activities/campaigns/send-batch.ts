import type { ClaimedRecipient, RecipientResult } from '#db/campaigns/recipients.repository.js';
import { mailSender } from '#integrations/mail/email-settings.js';
import type { BulkRecipient, BulkResult } from '#integrations/mail/mailer.js';
import type { Mailers } from '#integrations/mail/mailers.js';
import {
  type CampaignFace,
  campaignSubstitutions,
  type CompiledCampaign,
  recipientValues,
} from '#integrations/mail/render-campaign.js';
import { unsubscribeUrl, writeUnsubscribeToken } from '#operations/campaigns/unsubscribe-token.js';
import { readEmailSettings } from '#operations/mail/mail-settings.js';
import type { Platform } from '#operations/platform.js';

/** Attempts of one recipient while the others are taken. */
const MOST_ATTEMPTS = 3;
/** The mail API allows ten thousand bytes for everything that is filled in for a recipient. */
const NAME_LENGTH = 200;

export interface SentBatch {
  results: RecipientResult[];
  stopped?: BulkResult['stopped'];
}

type Deps = Pick<Platform, 'config' | 'settings' | 'keyring'> & { mailers: Mailers };

/** Hands a claimed batch to the mail provider. Everybody in it gets a result. */
export async function sendBatch(
  { config, settings, keyring, mailers }: Deps,
  broadcastId: string,
  { compiled, face }: { compiled: CompiledCampaign; face: CampaignFace },
  claimed: readonly ClaimedRecipient[],
  signal: AbortSignal,
): Promise<SentBatch> {
  const recipients = claimed.map(({ id, address, name }): BulkRecipient => {
    const url = unsubscribeUrl(
      config.PUBLIC_API_BASE_URL,
      writeUnsubscribeToken({ broadcastId, address }, keyring),
    );
    const shortName = name.slice(0, NAME_LENGTH);
    return {
      to: { email: address, name: shortName || undefined },
      messageId: id,
      substitutions: campaignSubstitutions(compiled, recipientValues(face, shortName, url)),
      headers: unsubscribeHeaders(url),
    };
  });
  const { subject, html, text } = compiled;
  try {
    const email = readEmailSettings(settings);
    const mail = { ...mailSender(email, config), subject, html, text, recipients };
    return resultsOf(claimed, await mailers.bulkMailerFor(email).sendMany(mail, signal));
  } catch (error) {
    // Nothing was handed over: a setting cannot be read, or the mail cannot be made.
    const reason = error instanceof Error ? error.message : String(error);
    return { results: untried(claimed), stopped: { reason, wholeMessage: true } };
  }
}

/** RFC 8058: mail programs offer the button only where both stand, and only for https. */
function unsubscribeHeaders(url: string): Record<string, string> {
  if (!url.startsWith('https://')) return {};
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

const untried = (claimed: readonly ClaimedRecipient[]): RecipientResult[] =>
  claimed.map(({ id }) => ({ id, state: 'queued', tried: false }));

function resultsOf(claimed: readonly ClaimedRecipient[], { outcomes, stopped }: BulkResult): SentBatch {
  const byId = new Map(outcomes.map((item) => [item.messageId, item]));
  // Where nobody was taken, putting off says nothing of a recipient.
  const anySent = outcomes.some(({ outcome }) => outcome === 'sent');
  const results = claimed.map(({ id, attempts }): RecipientResult => {
    const found = byId.get(id);
    if (!found) return { id, state: 'queued', tried: false };
    const { outcome, reason, providerMessageId } = found;
    if (outcome !== 'later') return { id, state: outcome, reason, providerMessageId, tried: true };
    const isOver = anySent && attempts + 1 >= MOST_ATTEMPTS;
    return { id, state: isOver ? 'failed' : 'queued', reason, tried: anySent };
  });
  const allLater = outcomes.length > 0 && outcomes.every(({ outcome }) => outcome === 'later');
  const reason = outcomes[0]?.reason ?? 'The mail server puts off every mail';
  return { results, stopped: stopped ?? (allLater ? { reason, wholeMessage: false } : undefined) };
}
