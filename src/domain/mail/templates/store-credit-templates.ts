import { defineTemplate, variable } from '#domain/mail/mail-template.js';

export const storeCreditTemplates = [
  defineTemplate({
    eventType: 'store_credit.added',
    role: 'customer',
    description: 'A refund or an operator added to the store credit of a buyer',
    subject: 'You have {{credit_amount}} more store credit',
    heading: 'Your store credit has grown',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>We added <strong>{{credit_amount}}</strong> to your store credit. You can pay with it at your next checkout, alone or beside another way to pay.</p>
<table class="facts">
<tr><th>Added</th><td>{{credit_amount}}</td></tr>
<tr><th>For</th><td>{{reason}}</td></tr>
<tr><th>Your store credit now</th><td>{{credit_balance}}</td></tr>
</table>
<p><a class="button" href="{{store_url}}">Visit the store</a></p>`,
    variables: [
      variable('credit_amount', 'money', 'What was added'),
      variable('credit_balance', 'money', 'All store credit of the buyer after it'),
      variable('currency', 'text', 'Currency of the amounts, ISO 4217'),
      variable('reason', 'text', 'Why: the words of an operator, or the number of the refunded order'),
      variable('store_url', 'url', 'Address of the store; empty while none is set'),
    ],
    sample: {
      creditAmount: 84_900,
      creditBalance: 134_900,
      currency: 'INR',
      reason: 'H7K2-9QXM',
      storeUrl: 'https://store.example.com',
    },
  }),
];
