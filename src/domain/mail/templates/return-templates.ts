import { defineTemplate } from '#domain/mail/mail-template.js';
import {
  linkedOrder,
  linkedOrderSample,
  orderSample,
  orderVariables,
  returnSample,
  returnVariables,
} from './order-variables.js';

const request = { ...orderSample, ...returnSample };
const buyer = [...orderVariables, ...returnVariables];

export const returnTemplates = [
  defineTemplate({
    eventType: 'return.requested',
    role: 'customer',
    description: 'A buyer asked to send something back',
    subject: 'We have your return request for order {{order_number}}',
    heading: 'We have your return request',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>Your request to send something back has reached us. The seller looks at it, and we write again with the response.</p>
<table class="facts">
<tr><th>Order</th><td>{{order_number}}</td></tr>
<tr><th>Item</th><td>{{item_title}}</td></tr>
<tr><th>Reason</th><td>{{reason}}</td></tr>
</table>
<p><a class="button" href="{{order_url}}">View your order</a></p>`,
    variables: buyer,
    sample: request,
  }),
  defineTemplate({
    eventType: 'return.requested',
    role: 'vendor_member',
    description: 'A buyer asks to send something back to this vendor',
    subject: 'Return requested for order {{order_number}}',
    heading: 'A buyer asks for a return',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>Please look at this request and approve or reject it; the buyer waits for the response.</p>
<table class="facts">
<tr><th>Order</th><td>{{order_number}}</td></tr>
<tr><th>Item</th><td>{{item_title}}</td></tr>
<tr><th>Reason</th><td>{{reason}}</td></tr>
</table>
<p><a class="button" href="{{order_url}}">Open the request</a></p>`,
    variables: [...linkedOrder, ...returnVariables],
    sample: { ...linkedOrderSample, ...returnSample },
  }),
  defineTemplate({
    eventType: 'return.approved',
    role: 'customer',
    description: 'A return was approved',
    subject: 'Your return for order {{order_number}} is approved',
    heading: 'Your return is approved',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>The seller takes the item back. Please pack it well; the refund follows when it has arrived and was checked.</p>
<table class="facts">
<tr><th>Order</th><td>{{order_number}}</td></tr>
<tr><th>Item</th><td>{{item_title}}</td></tr>
<tr><th>Note</th><td>{{note}}</td></tr>
</table>
<p><a class="button" href="{{order_url}}">See how to send it back</a></p>`,
    variables: buyer,
    sample: { ...request, note: 'Pickup on Thursday between 10 and 14 h' },
  }),
  defineTemplate({
    eventType: 'return.rejected',
    role: 'customer',
    description: 'A return was rejected',
    subject: 'About your return for order {{order_number}}',
    heading: 'Your return was not accepted',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>We are sorry: the seller cannot take this item back.</p>
<table class="facts">
<tr><th>Order</th><td>{{order_number}}</td></tr>
<tr><th>Item</th><td>{{item_title}}</td></tr>
<tr><th>Reason</th><td>{{reason}}</td></tr>
</table>
<p>If you see it differently, write to {{support_email}} and we will look at it together.</p>`,
    variables: buyer,
    sample: { ...request, reason: 'The item was worn and washed' },
  }),
];
