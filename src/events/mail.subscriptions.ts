import { openProviderEvents } from '#db/mail/provider-events.repository.js';
import { urgentMails } from '#db/mail/mail.repository.js';
import { mailQueued } from '#domain/mail/mail.events.js';
import { drain, prioritized, type Subscription } from './subscription.js';

export const mailSubscriptions: readonly Subscription[] = [
  prioritized(drain('mail', [mailQueued], 'mail'), urgentMails),
  drain('mail-events', [], 'mail', { due: () => openProviderEvents }),
];
