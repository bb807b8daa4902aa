import { MailRefusedError, MailUnavailableError, MailUnclearError } from './mail-errors.js';
import type { BulkMail, BulkMailer, BulkOutcome, BulkRecipient, BulkResult, Mailer } from './mailer.js';
import { fillCampaign } from './render-campaign.js';

/** As many as a mailer keeps connections. */
const PARALLEL = 5;
const BATCH = 100;
/** Recipients in a row that are put off: then it is the server, and no recipient. */
const MOST_DEFERRED = 10;

/** One message after the other, over a mailer that knows no others. */
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
    batch: BATCH,
    async sendMany(mail, signal) {
      const waiting = [...mail.recipients];
      const outcomes: BulkOutcome[] = [];
      let stopped: BulkResult['stopped'];
      let deferred = 0;
      const lane = async () => {
        for (let next = waiting.shift(); next && !stopped && !signal.aborted; next = waiting.shift()) {
          const { messageId } = next;
          try {
            outcomes.push(await sendOne(mail, next));
            deferred = 0;
          } catch (error) {
            if (error instanceof MailRefusedError)
              outcomes.push({ messageId, outcome: 'failed', reason: error.reason });
            else if (error instanceof MailUnclearError)
              outcomes.push({ messageId, outcome: 'unclear', reason: error.reason });
            else if (error instanceof MailUnavailableError) {
              const { reason, misconfigured, retryAfterSeconds } = error;
              outcomes.push({ messageId, outcome: 'later', reason });
              deferred += 1;
              if (misconfigured || retryAfterSeconds !== undefined || deferred >= MOST_DEFERRED)
                stopped ??= { reason, wholeMessage: misconfigured, retryAfterSeconds };
            } else throw error;
          }
        }
      };
      await Promise.all(Array.from({ length: PARALLEL }, lane));
      return { outcomes, stopped };
    },
  };
}
