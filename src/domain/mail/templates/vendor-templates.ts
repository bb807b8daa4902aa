import { defineTemplate, variable } from '#domain/mail/mail-template.js';

const applicationId = variable('application_id', 'text', 'Id of the application');
const vendorId = variable('vendor_id', 'text', 'Id of the shop');
const vendorName = variable('vendor_name', 'text', 'Name of the shop');
const dashboardUrl = variable('dashboard_url', 'url', 'Page where the vendor works');
const sample = {
  applicationId: '0197e000-11aa-7b20-a0cd-80e1f2031425',
  vendorId: '0197e001-22aa-7c31-b0de-91f2a3b4c5d6',
  vendorName: 'Kaveri Textiles',
  dashboardUrl: 'https://store.example.com/vendor',
};

export const vendorTemplates = [
  defineTemplate({
    eventType: 'vendor.application.submitted',
    role: 'vendor_member',
    description: 'Somebody applied to sell',
    subject: 'We have your application, {{vendor_name}}',
    heading: 'Thank you for applying',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>The application of <strong>{{vendor_name}}</strong> to sell on {{store_name}} has reached us. We look at it and write to you at this address, usually within two working days.</p>
<p class="quiet">Something to add? Write to {{support_email}}.</p>`,
    variables: [applicationId, vendorName],
    sample,
  }),
  defineTemplate({
    eventType: 'vendor.application.approved',
    role: 'vendor_member',
    description: 'An application was approved and the shop is open',
    subject: 'Welcome to {{store_name}}, {{vendor_name}}',
    heading: 'Your shop is open',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p><strong>{{vendor_name}}</strong> can now sell on {{store_name}}. Three steps to the first order:</p>
<ol>
<li>Complete your profile, with GSTIN and address: they go onto your invoices.</li>
<li>Add products, one by one or from a CSV file.</li>
<li>Choose how you ship.</li>
</ol>
<p><a class="button" href="{{dashboard_url}}">Open your shop</a></p>`,
    variables: [applicationId, vendorName, dashboardUrl],
    sample,
  }),
  defineTemplate({
    eventType: 'vendor.application.rejected',
    role: 'vendor_member',
    description: 'An application was rejected',
    subject: 'About your application, {{vendor_name}}',
    heading: 'We cannot open your shop yet',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>Thank you for wanting to sell on {{store_name}}. We could not accept the application of <strong>{{vendor_name}}</strong> this time.</p>
<table class="facts">
<tr><th>Reason</th><td>{{reason}}</td></tr>
</table>
<p>You are welcome to apply again when this has changed. Questions? Write to {{support_email}}.</p>`,
    variables: [applicationId, vendorName, variable('reason', 'text', 'Why it was rejected')],
    sample: { ...sample, reason: 'The GSTIN does not belong to the legal name given' },
  }),
  defineTemplate({
    eventType: 'vendor.member_invited',
    role: 'vendor_member',
    description: 'Somebody is invited to work for a vendor',
    subject: '{{inviter_name}} invites you to {{vendor_name}}',
    heading: 'Work together at {{vendor_name}}',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>{{inviter_name}} would like you to work for <strong>{{vendor_name}}</strong> on {{store_name}}. You need no account yet: the page behind the button signs you in by a link to this address.</p>
<p><a class="button" href="{{url}}">See the invitation</a></p>
<p class="quiet">You do not know {{inviter_name}}? Then ignore this mail.</p>`,
    variables: [
      vendorName,
      variable('inviter_name', 'text', 'Who sent the invitation'),
      variable('invitation_id', 'text', 'Id of the invitation, for links that lead to it'),
      variable('url', 'url', 'Page on which the invitation is accepted or refused'),
      dashboardUrl,
    ],
    sample: {
      ...sample,
      inviterName: 'Asha Rao',
      invitationId: '0199c0de-7e5c-7000-8000-000000000001',
      url: 'https://api.example.com/account/invitation/0199c0de-7e5c-7000-8000-000000000001',
    },
  }),
  ...(['vendor_member', 'admin'] as const).map((role) =>
    defineTemplate({
      eventType: 'vendor.identity_changed',
      role,
      description: 'The legal name or the GSTIN of a vendor was changed',
      subject: 'The legal identity of {{vendor_name}} was changed',
      heading: 'Legal name or GSTIN changed',
      body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>The legal identity of <strong>{{vendor_name}}</strong> on {{store_name}} was changed. Invoices use it from the next one on.</p>
<table class="facts">
<tr><th>Legal name</th><td>{{legal_name}}</td></tr>
<tr><th>GSTIN</th><td>{{gstin}}</td></tr>
<tr><th>Former legal name</th><td>{{former_legal_name}}</td></tr>
<tr><th>Former GSTIN</th><td>{{former_gstin}}</td></tr>
</table>
<p class="quiet">You do not recognise this change? ${role === 'admin' ? 'Look at the vendor, and ask its owner.' : 'Write to {{support_email}} at once.'}</p>${role === 'admin' ? '\n<p><a class="button" href="{{console_url}}/admin/vendors/{{vendor_id}}">Open the vendor</a></p>' : ''}`,
      variables: [
        vendorId,
        vendorName,
        variable('legal_name', 'text', 'Legal name from now on'),
        variable('gstin', 'text', 'GSTIN from now on'),
        variable('former_legal_name', 'text', 'Legal name before'),
        variable('former_gstin', 'text', 'GSTIN before'),
      ],
      sample: {
        ...sample,
        legalName: 'Kaveri Textiles LLP',
        gstin: '27AAPFU0939F1ZV',
        formerLegalName: 'Kaveri Textiles Private Limited',
        formerGstin: '',
      },
    }),
  ),
  defineTemplate({
    eventType: 'payout.paid',
    role: 'vendor_member',
    description: 'A payout was sent to the vendor',
    subject: 'We paid out {{payout_amount}}',
    heading: 'Your payout is on its way',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>We sent <strong>{{payout_amount}}</strong> to the bank account of {{vendor_name}}.</p>
<table class="facts">
<tr><th>Reference</th><td>{{reference}}</td></tr>
<tr><th>Sales up to</th><td>{{period_end}}</td></tr>
<tr><th>Paid</th><td>{{paid_at}}</td></tr>
</table>
<p><a class="button" href="{{dashboard_url}}">See the statement</a></p>`,
    variables: [
      vendorId,
      vendorName,
      variable('payout_id', 'text', 'Id of the payout'),
      variable('payout_amount', 'money', 'What was paid'),
      variable('currency', 'text', 'Currency of the amount, ISO 4217'),
      variable('reference', 'text', 'Reference of the transfer'),
      variable('period_end', 'instant', 'Sales up to here are covered'),
      variable('paid_at', 'instant', 'When it was paid'),
      dashboardUrl,
    ],
    sample: {
      ...sample,
      payoutId: '0197f800-4d5e-7f60-8172-839405162738',
      payoutAmount: 4_218_650,
      currency: 'INR',
      reference: 'NEFT N325261098877',
      periodEnd: '2026-11-14T18:30:00Z',
      paidAt: '2026-11-21T06:15:00Z',
    },
  }),
  defineTemplate({
    eventType: 'payout.returned',
    role: 'vendor_member',
    description: 'A payout could not be sent, or the bank returned it',
    subject: 'Your payout of {{payout_amount}} did not arrive',
    heading: 'Your payout did not arrive',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>The bank did not credit <strong>{{payout_amount}}</strong> to the account of {{vendor_name}}. The amount is in your balance again and is paid with the next payout.</p>
<table class="facts">
<tr><th>Reason</th><td>{{failure_reason}}</td></tr>
<tr><th>Returned</th><td>{{returned_at}}</td></tr>
</table>
<p><a class="button" href="{{dashboard_url}}">Check the bank details</a></p>`,
    variables: [
      vendorId,
      vendorName,
      variable('payout_id', 'text', 'Id of the payout'),
      variable('payout_amount', 'money', 'What was to be paid'),
      variable('currency', 'text', 'Currency of the amount, ISO 4217'),
      variable('failure_reason', 'text', 'Why it did not arrive, in the words of the provider'),
      variable('returned_at', 'instant', 'When the amount was back'),
      dashboardUrl,
    ],
    sample: {
      ...sample,
      payoutId: '0197f800-4d5e-7f60-8172-839405162738',
      payoutAmount: 4_218_650,
      currency: 'INR',
      failureReason: 'The beneficiary account is closed',
      returnedAt: '2026-11-21T06:15:00Z',
    },
  }),
  defineTemplate({
    eventType: 'payout.bank_changed',
    role: 'vendor_member',
    description: 'The bank details of a vendor were changed',
    subject: 'The bank details of {{vendor_name}} were changed',
    heading: 'Your bank details were changed',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>The bank details that payouts of <strong>{{vendor_name}}</strong> go to were changed. Payouts are on hold for at least {{hold_hours}} hours. We write to you when they go to the new account.</p>
<table class="facts">
<tr><th>Changed by</th><td>{{changed_by}}</td></tr>
<tr><th>Changed</th><td>{{changed_at}}</td></tr>
</table>
<p><a class="button" href="{{dashboard_url}}">See the bank details</a></p>
<p class="quiet">You do not recognise these changes? Write to {{support_email}} at once.</p>`,
    variables: [
      vendorId,
      vendorName,
      variable('changed_by', 'text', 'Who changed them'),
      variable('changed_at', 'instant', 'When they were changed'),
      variable('hold_hours', 'number', 'Hours during which no payout is created; a test transfer may follow'),
      dashboardUrl,
    ],
    sample: {
      ...sample,
      changedBy: 'meera@kaveri.example.com',
      changedAt: '2026-11-21T06:15:00Z',
      holdHours: 48,
    },
  }),
  defineTemplate({
    eventType: 'payout.account_verified',
    role: 'vendor_member',
    description: 'Changed bank details of a vendor were verified',
    subject: 'The bank details of {{vendor_name}} are verified',
    heading: 'Your bank details are verified',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>The new bank details of <strong>{{vendor_name}}</strong> are verified. Payouts are no longer on hold and go to this account.</p>
<table class="facts">
<tr><th>Verified</th><td>{{verified_at}}</td></tr>
</table>
<p><a class="button" href="{{dashboard_url}}">See the bank details</a></p>
<p class="quiet">You have not changed them? Write to {{support_email}} at once.</p>`,
    variables: [
      vendorId,
      vendorName,
      variable('verified_at', 'instant', 'When they were verified'),
      dashboardUrl,
    ],
    sample: { ...sample, verifiedAt: '2026-11-22T06:15:00Z' },
  }),
  defineTemplate({
    eventType: 'payout.account_failed',
    role: 'vendor_member',
    description: 'Payouts cannot go to the changed bank details of a vendor',
    subject: 'Payouts of {{vendor_name}} are on hold: check the bank details',
    heading: 'Your bank details could not be verified',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>The new bank details of <strong>{{vendor_name}}</strong> could not be verified. Payouts stay on hold until they are corrected.</p>
<table class="facts">
<tr><th>Reason</th><td>{{failure_reason}}</td></tr>
</table>
<p><a class="button" href="{{dashboard_url}}">Check the bank details</a></p>
<p class="quiet">Questions? Write to {{support_email}}.</p>`,
    variables: [
      vendorId,
      vendorName,
      variable('failure_reason', 'text', 'Why, in the words of the bank or of the operator'),
      dashboardUrl,
    ],
    sample: { ...sample, failureReason: 'The beneficiary account is closed' },
  }),
  defineTemplate({
    eventType: 'back_in_stock.vendor_alert',
    role: 'vendor_member',
    description: 'Buyers wait for a product that is out of stock',
    subject: '{{waiting_count}} buyers wait for {{product_title}}',
    heading: 'Buyers are waiting',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p><strong>{{waiting_count}}</strong> buyers asked to be told when <strong>{{product_title}}</strong> is back in stock.</p>
<table class="facts">
<tr><th>SKU</th><td>{{sku}}</td></tr>
</table>
<p><a class="button" href="{{product_url}}">Update the stock</a></p>`,
    variables: [
      variable('variant_id', 'text', 'Id of the variant'),
      variable('product_id', 'text', 'Id of the product'),
      variable('product_title', 'text', 'The product, with its variant'),
      variable('product_url', 'url', 'Page of the product in the vendor’s area'),
      variable('sku', 'text', 'SKU of the variant'),
      variable('waiting_count', 'number', 'How many buyers wait'),
    ],
    sample: {
      variantId: '0197d111-6a7b-7c8d-9e0f-102132435465',
      productId: '0197d110-5f6a-7b8c-8d9e-0f1021324354',
      productTitle: 'Block-printed cotton kurta, indigo, M',
      productUrl: 'https://store.example.com/vendor/products/1',
      sku: 'KT-KURTA-IN-M',
      waitingCount: 7,
    },
  }),
];
