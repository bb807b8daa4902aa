import type { OutgoingMail } from '#integrations/mail/mailer.js';
import { newId } from '#lib/ids.js';

export function outgoingMail(patch: Partial<OutgoingMail> = {}): OutgoingMail {
  return {
    to: { email: 'asha@example.com', name: 'Asha Rão' },
    from: { email: 'no-reply@haat.example', name: 'Haat' },
    subject: 'Your order H7K2-9QXM is confirmed – ₹1,234.50',
    html: '<p>Hello <b>Asha</b></p>',
    text: 'Hello Asha',
    messageId: newId(),
    ...patch,
  };
}
