import { defineFeature } from '#domain/_shared/feature.js';

export const mailFeature = defineFeature({
  slug: 'mail',
  text: 'Templates, deliveries, suppressed addresses, and the state of sending.',
  permissions: {
    'emailTemplate:view': 'Read and preview mail templates',
    'emailTemplate:update': 'Change mail templates',
    'emailTemplate:test': 'Send test mails',
    'mailDelivery:view': 'Read sent mails, the state of the mail queue and suppressed addresses',
    'mailDelivery:resend': 'Send mails again; suppress addresses and lift that',
  },
  entities: ['mailDelivery'],
});
