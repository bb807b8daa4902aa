import type sendgridMail from '@sendgrid/mail';
import { NEVER_SENT } from '#integrations/http/json-client.js';
import { type MailError, MailRefusedError, MailUnavailableError, MailUnclearError } from './mail-errors.js';
import type { Mailer } from './mailer.js';

const TIMEOUT_MS = 15_000;

export interface ApiMailerConfig {
  apiKey: string;
  /** Undefined for the provider's own; `http://127.0.0.1:4080` for the sandbox. */
  baseUrl?: string;
  timeoutMs?: number;
}

/** Sends through the HTTP API of the mail provider. */
export function createApiMailer(config: ApiMailerConfig): Mailer {
  let opened: Promise<CompleteService> | undefined;
  return {
    async send(mail) {
      const service = await (opened ??= openService(config));
      try {
        const [response] = await service.send({
          to: mail.to,
          from: mail.from,
          replyTo: mail.replyTo,
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          headers: { ...mail.headers },
          // The API knows no idempotency key; this leads from its events back to our row.
          customArgs: { message_id: mail.messageId },
          // Links in mails about accounts must stay as they are, and nobody is to be watched reading.
          trackingSettings: { clickTracking: { enable: false }, openTracking: { enable: false } },
        });
        return { messageId: headerOf(response.headers, 'x-message-id') ?? mail.messageId };
      } catch (error) {
        throw outcomeOf(error as ApiFailure, config.apiKey);
      }
    },
  };
}

/** The class and its client are documented, and missing from the package's types. */
export type CompleteService = typeof sendgridMail & {
  client: { setDefaultRequest(key: 'baseUrl', value: string): void };
};

/** Loaded with the first mail: few use it, and it takes a tenth of a second from the start of every process. */
export async function openService(config: ApiMailerConfig): Promise<CompleteService> {
  const { default: sendgrid } = await import('@sendgrid/mail');
  const { MailService } = sendgrid as unknown as { MailService: new () => CompleteService };
  // Its own instance: the package's shared one would keep the key that was set last.
  const service = new MailService();
  service.setApiKey(config.apiKey);
  service.setTimeout(config.timeoutMs ?? TIMEOUT_MS);
  // Only after the key: setting that one puts the base URL back.
  if (config.baseUrl) service.client.setDefaultRequest('baseUrl', `${config.baseUrl.replace(/\/+$/, '')}/`);
  return service;
}

/** The library's error for a response, or the HTTP client's for none. Either holds the key: it is never passed on. */
export interface ApiFailure {
  code?: number | string;
  message: string;
  response?: { headers?: unknown; body?: { errors?: { message?: string; field?: string | null }[] } };
}

export function outcomeOf(error: ApiFailure, apiKey: string): MailError {
  const response = error.response?.body?.errors?.map(({ message, field }) =>
    field ? `${field}: ${message}` : message,
  );
  const reason = (response?.join('; ') || `${error.code ?? ''} ${error.message}`).replaceAll(
    apiKey,
    '[redacted]',
  );
  if (typeof error.code !== 'number') {
    return NEVER_SENT.has(error.code ?? '')
      ? new MailUnavailableError(reason)
      : new MailUnclearError(`The message was handed over and no response came: ${reason}`);
  }
  switch (error.code) {
    case 401:
    case 403:
      return new MailUnavailableError(reason, { misconfigured: true });
    case 429:
      return new MailUnavailableError(reason, {
        waits: 'pace',
        retryAfterSeconds: secondsToReset(error.response?.headers),
      });
    case 502:
    case 504:
      // A gateway lost the response of the service behind it.
      return new MailUnclearError(reason);
    default:
      return error.code >= 500
        ? new MailUnavailableError(reason)
        : new MailRefusedError(reason, { deadAddress: namesRecipientsAlone(error) });
  }
}

/** Whether it is the addresses that a call is refused for, and not what it says. */
function namesRecipientsAlone({ response }: ApiFailure): boolean {
  const errors = response?.body?.errors ?? [];
  return errors.length > 0 && errors.every(({ field }) => /^personalizations\.\d+\.to\b/.test(field ?? ''));
}

/** The provider sends the epoch second from which it takes calls again. */
function secondsToReset(headers: unknown): number | undefined {
  const reset = Number(headerOf(headers, 'x-ratelimit-reset'));
  return Number.isFinite(reset) && reset > 0 ? Math.max(0, Math.ceil(reset - Date.now() / 1000)) : undefined;
}

export function headerOf(headers: unknown, name: string): string | undefined {
  const value = (headers as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
