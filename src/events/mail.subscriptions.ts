import { openProviderEvents } from '#db/mail/provider-events.repository.js';
import { mailQueued } from '#domain/mail/mail.events.js';
import { drain, type Subscription } from './subscription.js';

export const mailSubscriptions: readonly Subscription[] = [
  drain('mail', [mailQueued], 'mail'),
  drain('mail-events', [], 'mail', { due: () => openProviderEvents }),
];
