import { phrase } from '#domain/mail/phrase.js';
import { defineTemplate, variable } from '#domain/mail/mail-template.js';

/** Notices to superAdmins about acts that an intruder would do first. Their names keep them from being changed or switched off by others. */
export const securityTemplates = [
  defineTemplate({
    eventType: 'auth.rights_changed',
    role: 'admin',
    description: 'Rights were handed out or taken, or an API key was created',
    subject: 'Rights in {{store_name}} were changed',
    heading: 'Rights were changed',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>Somebody changed who may do what in {{store_name}}:</p>
<table class="facts">
<tr><th>Whom</th><td>{{whom}}</td></tr>
<tr><th>What</th><td>{{what}}</td></tr>
<tr><th>Changed by</th><td>{{changed_by}}</td></tr>
<tr><th>From address</th><td>{{address}}</td></tr>
<tr><th>Device</th><td>{{device}}</td></tr>
<tr><th>At</th><td>{{changed_at}}</td></tr>
</table>
<p>If you do not recognise the change, ban the account named above and take the rights back at once.</p>
<p><a class="button" href="{{console_url}}/admin/audit">Open the audit log</a></p>`,
    variables: [
      variable('whom', 'text', 'The account, role or API key'),
      variable('what', 'text', 'What it got or lost'),
      variable('changed_by', 'text', 'Who changed it'),
      variable('address', 'text', 'IP address of the request'),
      variable('device', 'text', 'Browser and system, as the client says; empty when not known'),
      variable('changed_at', 'instant', 'When'),
    ],
    sample: {
      whom: 'ravi@example.com',
      what: 'given superAdmin',
      changedBy: 'asha@example.com',
      address: '203.0.113.7',
      device: phrase('device.browser', { browser: 'Chrome', system: 'Windows' }),
      changedAt: '2026-11-23T10:15:00.000Z',
    },
  }),
  defineTemplate({
    eventType: 'auth.money_acts',
    role: 'admin',
    description: 'The sums of a day: refunds by hand, payouts, adjustments and other acts with money',
    subject: 'Money sent by hand in {{store_name}}',
    heading: 'Money sent by hand',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>Since the last mail of this kind, people and API keys of {{store_name}} did this:</p>
<table class="facts">
<tr><th>Refunds created</th><td>{{refunds_created}}</td></tr>
<tr><th>Refunds marked as paid</th><td>{{refunds_paid}}</td></tr>
<tr><th>Payouts created</th><td>{{payouts_created}}</td></tr>
<tr><th>Payouts marked as paid</th><td>{{payouts_paid}}</td></tr>
<tr><th>Payouts marked as failed</th><td>{{payouts_failed}}</td></tr>
<tr><th>Adjustments</th><td>{{adjustments}}</td></tr>
<tr><th>Other acts</th><td>{{other_acts}}</td></tr>
<tr><th>By</th><td>{{actors}}</td></tr>
</table>
<p>The audit log has each of them. If you do not recognise an act, ban the account or revoke the API key.</p>
<p><a class="button" href="{{console_url}}/admin/audit">Open the audit log</a></p>`,
    variables: [
      variable('refunds_created', 'text', 'Number and sum; empty when there was none'),
      variable('refunds_paid', 'text', 'Number and sum; empty when there was none'),
      variable('payouts_created', 'text', 'Number and sum; empty when there was none'),
      variable('payouts_paid', 'text', 'Number and sum; empty when there was none'),
      variable('payouts_failed', 'text', 'Number and sum; empty when there was none'),
      variable(
        'adjustments',
        'text',
        'Of vendors’ accounts and store credit: number and sum; empty when there was none',
      ),
      variable(
        'other_acts',
        'text',
        'Cash recorded, approvals, bank details: number and sum; empty when there was none',
      ),
      variable('actors', 'text', 'Who did it, with the sum of each'),
    ],
    sample: {
      refundsCreated: phrase('money.together', { count: 3, amounts: '₹4,500.00' }),
      refundsPaid: '',
      payoutsCreated: '',
      payoutsPaid: phrase('money.together', { count: 12, amounts: '₹1,25,000.00' }),
      payoutsFailed: '',
      adjustments: phrase('money.together', { count: 1, amounts: '₹500.00' }),
      otherActs: '',
      actors: 'asha@example.com (₹1,29,500.00)',
    },
  }),
  defineTemplate({
    eventType: 'auth.money_approval',
    role: 'admin',
    description: 'An act with money waits for a second person',
    subject: 'To approve in {{store_name}}: {{what}}',
    heading: 'An act with money waits for you',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<table class="facts">
<tr><th>What</th><td>{{what}}</td></tr>
<tr><th>Asked by</th><td>{{asked_by}}</td></tr>
<tr><th>Time</th><td>{{asked_at}}</td></tr>
</table>
<p>It is above a limit, and nothing is paid before somebody other than the one who asked has approved it.</p>
<p><a class="button" href="{{console_url}}/money?tab=approvals">Approve or refuse</a></p>`,
    variables: [
      variable('what', 'text', 'What it is, with its amount'),
      variable('asked_by', 'text', 'The person or the API key'),
      variable('asked_at', 'instant', 'When they asked'),
    ],
    sample: {
      what: phrase('money.account_adjustment', { amount: '₹2,50,000.00' }),
      askedBy: 'asha@example.com',
      askedAt: '2026-11-21T09:30:00.000Z',
    },
  }),
  defineTemplate({
    eventType: 'auth.money_confirmed_alone',
    role: 'admin',
    description: 'An act with money was confirmed by the one who had asked for it',
    subject: 'Confirmed without a second person in {{store_name}}: {{what}}',
    heading: 'Confirmed without a second person',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<table class="facts">
<tr><th>What</th><td>{{what}}</td></tr>
<tr><th>Asked and confirmed by</th><td>{{asked_by}}</td></tr>
<tr><th>Asked</th><td>{{asked_at}}</td></tr>
</table>
<p>Nobody else may approve acts with money, so the one who asked has confirmed it after twelve hours, with a second factor. Let a second person approve acts with money.</p>
<p><a class="button" href="{{console_url}}/admin/audit">Open the audit log</a></p>`,
    variables: [
      variable('what', 'text', 'What it is, with its amount'),
      variable('asked_by', 'text', 'The person or the API key'),
      variable('asked_at', 'instant', 'When they asked'),
    ],
    sample: {
      what: phrase('money.payout', { amount: '₹2,50,000.00' }),
      askedBy: 'asha@example.com',
      askedAt: '2026-11-21T09:30:00.000Z',
    },
  }),
  defineTemplate({
    eventType: 'auth.account_security',
    role: 'customer',
    description:
      'The second factor of an account changed, or somebody signed in from a new address or device',
    subject: 'Security of your {{store_name}} account',
    heading: 'Was this you?',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<table class="facts">
<tr><th>What</th><td>{{what}}</td></tr>
<tr><th>From address</th><td>{{address}}</td></tr>
<tr><th>Device</th><td>{{device}}</td></tr>
<tr><th>At</th><td>{{changed_at}}</td></tr>
</table>
<p>If it was not you, set a new password right away and write to us at {{support_email}}.</p>`,
    variables: [
      variable('what', 'text', 'What happened'),
      variable('address', 'text', 'IP address of the request'),
      variable('device', 'text', 'Browser and system, as the client says; empty when not known'),
      variable('changed_at', 'instant', 'When'),
    ],
    sample: {
      what: phrase('security.factor_set_up'),
      address: '203.0.113.7',
      device: phrase('device.browser', { browser: 'Chrome', system: 'Windows' }),
      changedAt: '2026-11-23T10:15:00.000Z',
    },
  }),
];
