import { phrase } from '#domain/mail/phrase.js';
import { defineTemplate, variable } from '#domain/mail/mail-template.js';

export const webhookTemplates = (['admin', 'vendor_member'] as const).map((role) =>
  defineTemplate({
    eventType: 'webhook.endpoint_disabled',
    role,
    description: 'A webhook endpoint was disabled because its deliveries failed',
    subject: 'A webhook endpoint was disabled',
    heading: 'A webhook endpoint was disabled',
    body: `<p>Hello,</p>
<p>{{store_name}} sends nothing more to a webhook endpoint that names this address as its contact. Events are kept for three days, and can be sent when the endpoint is enabled again.</p>
<table class="facts">
<tr><th>Endpoint</th><td>{{endpoint_url}}</td></tr>
<tr><th>Reason</th><td>{{reason}}</td></tr>
<tr><th>Last error</th><td>{{last_error | default: "-"}}</td></tr>
</table>
<p><a class="button" href="{{dashboard_url}}">See the endpoint</a></p>`,
    variables: [
      variable('endpoint_id', 'text', 'Id of the endpoint'),
      variable('endpoint_url', 'text', 'URL of the endpoint'),
      variable('reason', 'text', 'Why it was disabled'),
      variable('last_error', 'text', 'What the last failed delivery came to'),
      variable('dashboard_url', 'url', 'Page of the endpoint; empty where there is none'),
    ],
    sample: {
      endpointId: '0199c0de-7e5c-7000-8000-000000000001',
      endpointUrl: 'https://erp.example.com/haat',
      reason: phrase('webhook.failures'),
      lastError: 'The endpoint returned 500',
      dashboardUrl: 'https://store.example.com/console/admin/webhooks/0199c0de-7e5c-7000-8000-000000000001',
    },
  }),
);
