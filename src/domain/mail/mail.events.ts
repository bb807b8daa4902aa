import { defineEvent } from '#domain/_shared/event.js';

/** A mail waits in the queue. The template is there to send what somebody waits for at the screen before the rest. */
export const mailQueued = defineEvent<{ template: string }>(
  'mail.queued',
  'mail',
  'A mail was put into the queue',
);

interface TemplateEvent {
  eventType: string;
  role: string;
}

export const mailTemplateUpdated = defineEvent<TemplateEvent>(
  'mail.template_updated',
  'mail-template',
  'The words of a mail template were changed, or it was switched on or off',
);
export const mailTemplateReset = defineEvent<TemplateEvent>(
  'mail.template_reset',
  'mail-template',
  'A mail template went back to its default words',
);
export const mailTestSent = defineEvent<{ template: string }>(
  'mail.test_requested',
  'mail',
  'Somebody had a test mail sent',
);

export const mailResendRequested = defineEvent<{ resendOf: string; template: string }>(
  'mail.resend_requested',
  'mail',
  'Somebody had a mail sent again',
);
export const mailSuppressed = defineEvent<{ reason: string; source: string }>(
  'mail.address_suppressed',
  'mail-suppression',
  'Campaigns spare an address from now on',
);
export const mailUnsuppressed = defineEvent<{ reason: string }>(
  'mail.address_unsuppressed',
  'mail-suppression',
  'Campaigns may write to an address again',
);
