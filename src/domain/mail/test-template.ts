import { defineTemplate } from './mail-template.js';

/** The mail that shows whether mails arrive. It belongs to no event, so it is not listed and cannot be changed. */
export const testTemplate = defineTemplate({
  eventType: 'email.test',
  role: 'admin',
  description: 'An operator tries the mail connection',
  subject: 'Test mail from {{store_name}}',
  heading: 'Mails arrive',
  body: `<p>This is a test mail from {{store_name}}. It was sent with the current mail settings, so other mails arrive as well.</p>
<p class="quiet">Somebody with access to the settings of {{store_name}} asked for it.</p>`,
  variables: [],
  sample: {},
});
