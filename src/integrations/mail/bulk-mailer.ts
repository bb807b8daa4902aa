import { isGone } from '#domain/mail/smtp-reply.js';
import { MailRefusedError, MailUnavailableError, MailUnclearError } from './mail-errors.js';
import type { BulkMail, BulkMailer, BulkOutcome, BulkRecipient, BulkStop, Mailer } from './mailer.js';
import { fillCampaign } from './render-campaign.js';

/** As many as a mailer keeps connections. */
const PARALLEL = 5;

/** Messages one by one, over a mailer that knows no others. */
export function bulkOver(mailer: Mailer): BulkMailer {
  async function sendOne(
    { recipients: _others, ...mail }: BulkMail,
    recipient: BulkRecipient,
  ): Promise<BulkOutcome> {
    const { to, messageId, substitutions, headers } = recipient;
    const sent = await mailer.send({ ...mail, ...fillCampaign(mail, substitutions), to, messageId, headers });
    return { messageId, outcome: 'sent', providerMessageId: sent.messageId };
  }

  return {
    // More would be unclear, and not handed over, where a process ends.
    batch: 1,
    parallel: PARALLEL,
    async sendMany(mail, signal) {
      const outcomes: BulkOutcome[] = [];
      for (const recipient of mail.recipients) {
        if (signal.aborted) break;
        const result = await sendOne(mail, recipient).catch((error: unknown) =>
          afterFailure(error, recipient.messageId),
        );
        if ('wholeMessage' in result) return { outcomes, stopped: result };
        outcomes.push(result);
      }
      return { outcomes };
    },
  };
}

function afterFailure(error: unknown, messageId: string): BulkOutcome | BulkStop {
  if (error instanceof MailRefusedError)
    return { messageId, outcome: 'failed', reason: error.reason, gone: isGone(error.status) };
  if (error instanceof MailUnclearError) return { messageId, outcome: 'unclear', reason: error.reason };
  if (!(error instanceof MailUnavailableError)) throw error;
  const { reason, waits, misconfigured: wholeMessage, retryAfterSeconds } = error;
  if (waits === 'recipient') return { messageId, outcome: 'later', reason };
  return { reason, wholeMessage, throttled: waits === 'pace', retryAfterSeconds };
}
