import {
  type ApiFailure,
  type ApiMailerConfig,
  type CompleteService,
  headerOf,
  openService,
  outcomeOf,
} from './api-mailer.js';
import { MailUnavailableError, MailUnclearError } from './mail-errors.js';
import type { BulkMail, BulkMailer, BulkOutcome, BulkRecipient, BulkResult } from './mailer.js';

/** The provider takes a thousand; with half of them a response that is lost leaves fewer unclear. */
const BATCH = 500;

/** One call for many recipients, each of whom gets their own personalization and sees nobody else. */
export function createBulkApiMailer(config: ApiMailerConfig): BulkMailer {
  let opened: Promise<CompleteService> | undefined;

  async function post(mail: BulkMail, recipients: readonly BulkRecipient[]): Promise<string | undefined> {
    const service = await (opened ??= openService(config));
    const [response] = await service.send(callOf(mail, recipients));
    return headerOf(response.headers, 'x-message-id');
  }

  /** Hands over one call, smaller ones where it is too large, and once more without the recipients that are refused. */
  async function send(mail: BulkMail, recipients: readonly BulkRecipient[]): Promise<BulkResult> {
    if (recipients.length === 0) return { outcomes: [] };
    try {
      const id = await post(mail, recipients);
      return {
        outcomes: recipients.map(({ messageId }) => ({ messageId, outcome: 'sent', providerMessageId: id })),
      };
    } catch (thrown) {
      return afterFailure(mail, recipients, thrown as ApiFailure);
    }
  }

  async function afterFailure(
    mail: BulkMail,
    recipients: readonly BulkRecipient[],
    failure: ApiFailure,
  ): Promise<BulkResult> {
    const error = outcomeOf(failure, config.apiKey);
    const all = (outcome: BulkOutcome['outcome']) =>
      recipients.map(({ messageId }) => ({ messageId, outcome, reason: error.reason }));
    if (error instanceof MailUnclearError) return { outcomes: all('unclear') };
    if (error instanceof MailUnavailableError) {
      const { reason, misconfigured: wholeMessage, waits, retryAfterSeconds } = error;
      const throttled = waits === 'pace';
      return { outcomes: [], stopped: { reason, wholeMessage, throttled, retryAfterSeconds } };
    }
    if (failure.code === 413 && recipients.length > 1) {
      const half = Math.ceil(recipients.length / 2);
      const first = await send(mail, recipients.slice(0, half));
      if (first.stopped) return first;
      const second = await send(mail, recipients.slice(half));
      return { outcomes: [...first.outcomes, ...second.outcomes], stopped: second.stopped };
    }
    const refused = refusedRecipients(failure);
    if (refused.size === 0)
      return { outcomes: [], stopped: { reason: error.reason, wholeMessage: true, throttled: false } };
    // Nothing of the call was taken, so the others are handed over without those that are refused.
    const rest = await send(
      mail,
      recipients.filter((_one, index) => !refused.has(index)),
    );
    const failed = recipients.flatMap(({ messageId }, index): BulkOutcome[] => {
      const reason = refused.get(index);
      return reason === undefined ? [] : [{ messageId, outcome: 'failed', reason }];
    });
    return { outcomes: [...failed, ...rest.outcomes], stopped: rest.stopped };
  }

  return {
    batch: BATCH,
    parallel: 1,
    sendMany: (mail) => send(mail, mail.recipients),
  };
}

type Call = Parameters<CompleteService['send']>[0];

/** The recipients that a response names, by their place, with the reason. */
function refusedRecipients({ response }: ApiFailure): Map<number, string> {
  const refused = new Map<number, string>();
  for (const { field, message } of response?.body?.errors ?? []) {
    const index = /^personalizations\.(\d+)\b/.exec(field ?? '')?.[1];
    if (index !== undefined) refused.set(Number(index), message ?? 'refused');
  }
  return refused;
}

/** The call of the mail API for these recipients. */
export function callOf(mail: BulkMail, recipients: readonly BulkRecipient[]): Call {
  const { from, replyTo, subject, text, html } = mail;
  return {
    from,
    replyTo,
    subject,
    text,
    html,
    // The markers are whole as they stand.
    substitutionWrappers: ['', ''],
    personalizations: recipients.map(({ to, messageId, substitutions, headers }) => ({
      to,
      headers: { ...headers },
      substitutions: { ...substitutions },
      customArgs: { message_id: messageId },
    })),
    trackingSettings: { clickTracking: { enable: false }, openTracking: { enable: false } },
  } as unknown as Call;
}
