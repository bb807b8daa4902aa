import { defineTemplate, variable } from '#domain/mail/mail-template.js';

const url = (what: string) => variable('url', 'url', what);
const link = (path: string) => `https://store.example.com${path}=3f9c1e7a5b`;

export const authTemplates = [
  defineTemplate({
    eventType: 'auth.reset_password',
    role: 'customer',
    description: 'Somebody asked to set a new password',
    subject: 'Set a new password for {{store_name}}',
    heading: 'Set a new password',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>Somebody, most likely you, asked for a new password for your {{store_name}} account. Choose it here:</p>
<p><a class="button" href="{{url}}">Set a new password</a></p>
<p class="quiet">The link works once and for one hour. If you did not ask for it you need not do anything: your password stays as it is.</p>`,
    variables: [url('Link to the page where the password is set')],
    sample: { url: link('/auth/reset-password?token') },
  }),
  defineTemplate({
    eventType: 'auth.magic_link',
    role: 'customer',
    description: 'Somebody asked to sign in by a link',
    subject: 'Your sign-in link for {{store_name}}',
    heading: 'Sign in to {{store_name}}',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>Here is your link to sign in. No password needed.</p>
<p><a class="button" href="{{url}}">Sign in</a></p>
<p class="quiet">The link works once and only for a short time. If you did not ask for it, ignore this mail: nobody gets in without it.</p>`,
    variables: [url('Link that signs in')],
    sample: { url: link('/auth/magic-link?token') },
  }),
  defineTemplate({
    eventType: 'auth.verification',
    role: 'customer',
    description: 'A new address has to be confirmed',
    subject: 'Confirm your e-mail address',
    heading: 'Is this your address?',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>Please confirm that this address belongs to you, so that news about your orders reaches the right person.</p>
<p><a class="button" href="{{url}}">Yes, confirm it</a></p>
<p class="quiet">If you have not signed up with {{store_name}}, ignore this mail.</p>`,
    variables: [url('Link that confirms the address')],
    sample: { url: link('/auth/verification?code') },
  }),
  defineTemplate({
    eventType: 'auth.email_code',
    role: 'customer',
    description: 'A guest confirms the e-mail address of an order',
    subject: '{{code}} is your code for {{store_name}}',
    heading: 'Confirm your e-mail address',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>Somebody, most likely you, is ordering from {{store_name}} with this e-mail address. Enter this code to confirm it:</p>
<p class="code">{{code}}</p>
<p class="quiet">The code is valid for 15 minutes. If it was not you, ignore this mail: without the code no order on delivery is placed.</p>`,
    variables: [variable('code', 'text', 'Six digits')],
    sample: { code: '402817' },
  }),
  defineTemplate({
    eventType: 'auth.change_email',
    role: 'customer',
    description: 'A change of the account’s address has to be confirmed',
    subject: 'Confirm the change of your e-mail address',
    heading: 'Change your e-mail address?',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>You asked to change the address of your {{store_name}} account to <strong>{{new_email}}</strong>. It changes when you confirm it here:</p>
<p><a class="button" href="{{url}}">Confirm the change</a></p>
<p class="quiet">Was it not you? Then do not confirm, and set a new password to be safe.</p>`,
    variables: [url('Link that confirms the change'), variable('new_email', 'text', 'The new address')],
    sample: { url: link('/auth/change-email?token'), newEmail: 'asha.rao@example.org' },
  }),
  defineTemplate({
    eventType: 'auth.delete_account',
    role: 'customer',
    description: 'The deletion of an account has to be confirmed',
    subject: 'Confirm that your account is to be deleted',
    heading: 'Delete your account?',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>You asked us to delete your {{store_name}} account. This cannot be undone. Orders and invoices are kept as long as the law asks for it.</p>
<p><a class="button" href="{{url}}">Delete my account</a></p>
<p class="quiet">Changed your mind, or was it not you? Ignore this mail and everything stays.</p>`,
    variables: [url('Link that deletes the account')],
    sample: { url: link('/account-deleted?token') },
  }),
  defineTemplate({
    eventType: 'auth.password_changed',
    role: 'customer',
    description: 'The password was changed',
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>The password of your {{store_name}} account has just been changed. If that was you, all is well.</p>
<p>If it was not you, set a new password right away and write to us at {{support_email}}.</p>
<p><a class="button" href="{{url}}">Go to {{store_name}}</a></p>`,
    variables: [url('Link to the store')],
    sample: { url: 'https://store.example.com' },
  }),
  defineTemplate({
    eventType: 'auth.secure_settings_changed',
    role: 'admin',
    description: 'Settings that decide where mails and links go, or credentials, were changed',
    subject: 'Security settings of {{store_name}} were changed',
    heading: 'Security settings were changed',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>Settings that decide where the mails and links of {{store_name}} go, or credentials of other services, were changed:</p>
<table class="facts">
<tr><th>Settings</th><td>{{settings}}</td></tr>
<tr><th>Changed by</th><td>{{changed_by}}</td></tr>
<tr><th>At</th><td>{{changed_at}}</td></tr>
</table>
<p>This mail was sent over the mail connection in use before the change. If you do not recognise the change, close the account named above and restore the settings at once.</p>
<p><a class="button" href="{{console_url}}/admin/audit">Open the audit log</a></p>`,
    variables: [
      variable('settings', 'text', 'Keys of the changed settings'),
      variable('changed_by', 'text', 'Who changed them'),
      variable('changed_at', 'instant', 'When'),
    ],
    sample: {
      settings: 'admin.email.smtp_host, store.storefront_urls.store_url',
      changedBy: 'asha@example.com',
      changedAt: '2026-11-23T10:15:00.000Z',
    },
  }),
  defineTemplate({
    eventType: 'auth.welcome',
    role: 'customer',
    description: 'An account was opened',
    subject: 'Welcome to {{store_name}}',
    heading: 'Welcome, {{customer_name | default: "nice to meet you"}}!',
    body: `<p>Your {{store_name}} account is ready. With it you can follow your orders, keep your addresses, and check out faster.</p>
<p><a class="button" href="{{url}}">Start shopping</a></p>
<p class="quiet">Questions? Write to {{support_email}}; people read it.</p>`,
    variables: [url('Link to the store')],
    sample: { url: 'https://store.example.com' },
  }),
];
