import { defineTemplate, variable } from '#domain/mail/mail-template.js';

const feedName = variable('feed_name', 'text', 'The feed');
const reason = variable('reason', 'text', 'What the remote side said');
const sample = { feedName: 'merchant feed', reason: 'Token has been expired or revoked.' };

export const feedTemplates = [
  defineTemplate({
    eventType: 'feed.reconnect_required',
    role: 'admin',
    description: 'The credentials of a feed are no longer accepted',
    subject: 'Connect the {{feed_name}} again',
    heading: 'A feed has to be connected again',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>The remote side no longer accepts the credentials of the <strong>{{feed_name}}</strong>. Changes are kept and are sent
once it is connected again.</p>
<table class="facts">
<tr><th>Reason</th><td>{{reason}}</td></tr>
</table>
<p><a class="button" href="{{console_url}}/settings">Connect it again</a></p>`,
    variables: [feedName, reason],
    sample,
  }),
  defineTemplate({
    eventType: 'feed.token_expiring',
    role: 'admin',
    description: 'The user token of a feed is about to expire',
    subject: 'The connection of the {{feed_name}} is about to expire',
    heading: 'A connection is about to expire',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>The user token of the <strong>{{feed_name}}</strong> expires soon. Select a catalog, which replaces it by one that does
not expire, or connect the feed again.</p>
<table class="facts">
<tr><th>Expires</th><td>{{expires_at}}</td></tr>
</table>
<p><a class="button" href="{{console_url}}/settings">Open the settings</a></p>`,
    variables: [feedName, variable('expires_at', 'instant', 'When the token expires')],
    sample: { feedName: 'social catalog', expiresAt: '2027-01-20T09:30:00Z' },
  }),
  defineTemplate({
    eventType: 'feed.catalog_reminder',
    role: 'admin',
    description: 'A feed was connected, and no catalog was selected since',
    subject: 'Select a catalog for the {{feed_name}}',
    heading: 'A catalog is still to be selected',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>The <strong>{{feed_name}}</strong> was connected a day ago. Nothing is sent before a business and a catalog are
selected.</p>
<p><a class="button" href="{{console_url}}/settings">Select a catalog</a></p>`,
    variables: [feedName],
    sample: { feedName: 'social catalog' },
  }),
];
