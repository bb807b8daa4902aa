export interface MailAddress {
  email: string;
  name?: string;
}

/** One message to one person. */
export interface OutgoingMail {
  to: MailAddress;
  from: MailAddress;
  /** Where answers go, when not to the sender. */
  replyTo?: string;
  subject: string;
  html: string;
  text: string;
  /** Further headers, such as `List-Unsubscribe`. */
  headers?: Readonly<Record<string, string>>;
  /** Our message row. It travels with the mail, so that a provider's events lead back to it. */
  messageId: string;
}

export interface SentMail {
  /** What the provider calls the message. */
  messageId: string;
}

/**
 * Hands a message to a mail provider, once: no adapter tries again by itself. What a failure means for the message
 * is its class: `MailRefusedError`, `MailUnclearError` or `MailUnavailableError`, and nothing else is thrown.
 */
export interface Mailer {
  send(mail: OutgoingMail): Promise<SentMail>;
}
