import { defineEvent } from '#domain/_shared/event.js';

/** A mail waits in the queue. The template is there to send what somebody waits for at the screen before the rest. */
export const mailQueued = defineEvent<{ template: string }>(
  'mail.queued',
  'mail',
  'A mail was put into the queue',
);
