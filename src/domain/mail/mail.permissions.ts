import { definePermissions } from '#domain/_shared/permission.js';

export const mailPermissions = definePermissions({
  'emailTemplate:view': 'Read and preview mail templates',
  'emailTemplate:update': 'Change mail templates',
  'emailTemplate:test': 'Send test mails',
  'mailDelivery:view': 'Read sent mails, the state of the mail queue and suppressed addresses',
  'mailDelivery:resend': 'Send mails again; suppress addresses and lift that',
});
