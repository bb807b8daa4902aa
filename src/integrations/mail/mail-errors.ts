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
export class MailRefusedError extends MailError {
  /** Whether it is the recipient's address alone that is refused. */
  readonly deadAddress: boolean;
  /** The enhanced status (RFC 3463) of the refusal, `5.1.1`. */
  readonly status?: string;

  constructor(reason: string, details: { deadAddress?: boolean; status?: string } = {}) {
    super(reason);
    this.deadAddress = details.deadAddress ?? false;
    this.status = details.status;
  }
}

/**
 * The whole message was handed over and no response came: it may be on its way. Sending it again could deliver it twice,
 * so a person decides.
 */
export class MailUnclearError extends MailError {}

/** Nothing was taken, and the fault is not in the message: it is safe to send it again later. */
export class MailUnavailableError extends MailError {
  /**
   * Who has to wait: everybody, because the provider is away; this recipient alone, whom the provider puts off; or
   * everybody for a moment, because messages come too fast.
   */
  readonly waits: 'provider' | 'recipient' | 'pace';
  /** Whether somebody has to change the settings first: wrong password, sender not allowed, nothing configured. */
  readonly misconfigured: boolean;
  /** Seconds the provider asked to wait. */
  readonly retryAfterSeconds?: number;

  constructor(
    reason: string,
    details: {
      waits?: MailUnavailableError['waits'];
      misconfigured?: boolean;
      retryAfterSeconds?: number;
    } = {},
  ) {
    super(reason);
    this.waits = details.waits ?? 'provider';
    this.misconfigured = details.misconfigured ?? false;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}
