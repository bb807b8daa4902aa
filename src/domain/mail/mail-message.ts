import type { TemplateRole } from './mail-template.js';

/**
 * `queued` waits for its turn, `sending` is with the provider. `sent`, `failed` (refused for good), `suppressed` (its
 * template is switched off) and `unclear` (the provider may or may not have it) are final.
 */
export const mailStates = ['queued', 'sending', 'sent', 'failed', 'suppressed', 'unclear'] as const;
export type MailState = (typeof mailStates)[number];

/** A mail that a feature wants sent. */
export interface MailToSend {
  /** Event type of the template, `order.placed`. */
  template: string;
  role: TemplateRole;
  /** E-mail address. */
  to: string;
  /** BCP 47; when undefined that of the order and its buyer, or of the account with the address, else the store's. */
  locale?: string;
  /** The event's payload as templates read it: camelCase, money in subunits, instants in ISO 8601. Must survive JSON. */
  variables: Readonly<Record<string, unknown>>;
  /** The order that it is about. */
  orderId?: string;
  /** Equal keys are one mail, however often it is asked for: `order.placed:<orderId>`. */
  dedupeKey: string;
}

/** Whether what a mail says has to be forgotten once it was sent: links of auth mails sign people in. */
export function holdsSecrets(template: string): boolean {
  return template.startsWith('auth.');
}

/**
 * The key, among a mail's variables, of the connection that it has to leave by instead of the current settings. It is
 * never given to a template, and encrypted like the rest.
 */
export const FORMER_CONNECTION = 'formerConnection';

/**
 * The key, among a mail's variables, of the token that its reader unsubscribes with: mail programs get a button for it. It
 * is never given to a template; the link in the mail is a variable.
 */
export const UNSUBSCRIBE_TOKEN = 'unsubscribeToken';
