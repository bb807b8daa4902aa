import { defineTemplate, variable } from '#domain/mail/mail-template.js';

export const personalDataTemplates = [
  defineTemplate({
    eventType: 'personal_data.file_ready',
    role: 'customer',
    description: 'The file of the personal data of a user is ready',
    subject: 'The file of your data is ready',
    heading: 'Your data is ready',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>You asked for a file of what we keep about you. It is ready, and we keep it for seven days. Sign in to download it: nobody else can.</p>
<p><a class="button" href="{{data_url}}">Go to your data</a></p>
<p>If you did not ask for it, change your password.</p>`,
    variables: [
      variable('data_url', 'url', 'The page of the store with the file; empty while no store address is set'),
    ],
    sample: { dataUrl: 'https://store.example.com/account/data' },
  }),
  defineTemplate({
    eventType: 'personal_data.erasure_scheduled',
    role: 'customer',
    description: 'The deletion of an account, or of the data of a guest, was requested',
    subject: 'Your data will be deleted on {{erased_on}}',
    heading: 'Your data will be deleted',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>The deletion of your account and of what we keep about you was requested. It begins on <strong>{{erased_on}}</strong> and cannot be undone. Invoices and what else the law asks for stay for as long as it asks for.</p>
<p>If you did not ask for it, or have changed your mind, cancel it before then.</p>
<p><a class="button" href="{{data_url}}">Cancel the deletion</a></p>`,
    variables: [
      variable('erased_on', 'instant', 'When the deletion begins'),
      variable(
        'data_url',
        'url',
        'The page of the store where a user cancels; empty while no store address is set',
      ),
    ],
    sample: { erasedOn: '2026-12-04T08:30:00.000Z', dataUrl: 'https://store.example.com/account/data' },
  }),
  defineTemplate({
    eventType: 'personal_data.erased',
    role: 'customer',
    description: 'An account, or the data of a guest, was deleted',
    subject: 'Your data was deleted',
    heading: 'Your data was deleted',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>Your account and what we kept about you are deleted. Invoices and what else the law asks for stay for as long as it asks for. This is our last mail to you.</p>`,
    variables: [],
    sample: {},
  }),
];
