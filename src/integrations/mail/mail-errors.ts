/** Longest reason kept: providers like to explain themselves at length. */
const REASON_LENGTH = 500;

/** A message that was not sent, or may not have been. `reason` is readable and holds no secret. */
export abstract class MailError extends Error {
  readonly reason: string;

  constructor(reason: string) {
    const line = reason.replace(/\s+/g, ' ').trim().slice(0, REASON_LENGTH);
    super(line);
    this.reason = line;
    this.name = new.target.name;
  }
}

/** The provider will never take this message: an address that does not exist, content it refuses. Do not repeat it. */
export class MailRefusedError extends MailError {}

/**
 * The whole message was handed over and no response came: it may be on its way. Sending it again could deliver it twice,
 * so a person decides.
 */
export class MailUnclearError extends MailError {}

/** Nothing was taken, and the fault is not in the message: it is safe to send it again later. */
export class MailUnavailableError extends MailError {
  /** Whether somebody has to change the settings first: wrong password, sender not allowed, nothing configured. */
  readonly misconfigured: boolean;
  /** Seconds the provider asked to wait. */
  readonly retryAfterSeconds?: number;

  constructor(reason: string, details: { misconfigured?: boolean; retryAfterSeconds?: number } = {}) {
    super(reason);
    this.misconfigured = details.misconfigured ?? false;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}
