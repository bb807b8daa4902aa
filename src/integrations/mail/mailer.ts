export interface MailAddress {
  email: string;
  name?: string;
}

/** One message to one person. */
export interface OutgoingMail {
  to: MailAddress;
  from: MailAddress;
  /** Where responses go, when not to the sender. */
  replyTo?: string;
  /** Where a server returns what it cannot deliver, when not to the sender; the id of the message is added to it. */
  bounceTo?: string;
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

/** One of many who get the same mail, but for what is filled in. */
export interface BulkRecipient {
  to: MailAddress;
  /** Our row. */
  messageId: string;
  /** What stands for each marker in subject, HTML and text. */
  substitutions: Readonly<Record<string, string>>;
  headers: Readonly<Record<string, string>>;
}

/** The same message to many people, each of whom sees nobody else. */
export interface BulkMail {
  from: MailAddress;
  replyTo?: string;
  /** Where a server returns what it cannot deliver, when not to the sender; the id of the message is added to it. */
  bounceTo?: string;
  subject: string;
  html: string;
  text: string;
  recipients: readonly BulkRecipient[];
}

export interface BulkOutcome {
  messageId: string;
  /** `later` is put off: the server may take it from this sender in some minutes. */
  outcome: 'sent' | 'failed' | 'unclear' | 'later';
  providerMessageId?: string;
  reason?: string;
  /** Whether the server says that there is no such address. */
  gone?: boolean;
}

/** Why the rest of a call was not tried. */
export interface BulkStop {
  reason: string;
  /** No recipient of this message would be taken before it, or the connection, is changed. */
  wholeMessage: boolean;
  /** Messages came too fast. */
  throttled: boolean;
  retryAfterSeconds?: number;
}

/** Recipients without an outcome were not tried. */
export interface BulkResult {
  outcomes: BulkOutcome[];
  stopped?: BulkStop;
}

export interface BulkMailer {
  /** Most recipients of one call. A process that ends in the middle of one leaves so many unclear. */
  readonly batch: number;
  /** Calls at a time. */
  readonly parallel: number;
  /** Hands the mail over, each recipient at most once. Never throws for what a provider does. */
  sendMany(mail: BulkMail, signal: AbortSignal): Promise<BulkResult>;
}

/**
 * Hands a message to a mail provider, once: no adapter tries again by itself. What a failure means for the message
 * is its class: `MailRefusedError`, `MailUnclearError` or `MailUnavailableError`, and nothing else is thrown.
 */
export interface Mailer {
  send(mail: OutgoingMail): Promise<SentMail>;
}
