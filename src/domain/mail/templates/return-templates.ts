import { defineTemplate, variable } from '#domain/mail/mail-template.js';
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
const pickupVariables = [
  variable('courier_name', 'text', 'The courier who collects it'),
  variable('awb', 'text', 'Air waybill number; empty before the carrier has given one'),
  variable('pickup_on', 'day', 'The day of the pickup, in India'),
  variable('attempts', 'number', 'How often the courier has tried'),
];
const pickupSample = {
  courierName: 'Delhivery',
  awb: '1492013388571',
  pickupOn: '2026-12-04T15:00:00+05:30',
  attempts: 1,
};

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
    eventType: 'return.pickup_booked',
    role: 'customer',
    description: 'A courier collects a return from its buyer',
    subject: 'Order {{order_number}}: a courier collects your return',
    heading: 'A courier collects your return',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>A courier comes to your delivery address for what you send back. Please have it packed.</p>
<table class="facts">
<tr><th>Item</th><td>{{item_title}}</td></tr>
<tr><th>Courier</th><td>{{courier_name}}</td></tr>
<tr><th>Tracking number (AWB)</th><td>{{awb}}</td></tr>
<tr><th>Expected on (day in India)</th><td>{{pickup_on}}</td></tr>
</table>
<p>The refund follows when it has arrived and was checked.</p>
<p><a class="button" href="{{order_url}}">View your order</a></p>`,
    variables: [...buyer, ...pickupVariables],
    sample: { ...request, ...pickupSample },
  }),
  defineTemplate({
    eventType: 'return.pickup_failed',
    role: 'customer',
    description: 'A courier could not collect a return',
    subject: 'Order {{order_number}}: your return was not collected',
    heading: 'Your return was not collected',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>The courier could not collect what you send back. Most couriers try again on the next working day; the seller knows of it too.</p>
<table class="facts">
<tr><th>Item</th><td>{{item_title}}</td></tr>
<tr><th>Courier</th><td>{{courier_name}}</td></tr>
<tr><th>Tracking number (AWB)</th><td>{{awb}}</td></tr>
<tr><th>Attempts so far</th><td>{{attempts}}</td></tr>
</table>
<p><a class="button" href="{{order_url}}">View your order</a></p>`,
    variables: [...buyer, ...pickupVariables],
    sample: { ...request, ...pickupSample },
  }),
  defineTemplate({
    eventType: 'return.pickup_failed',
    role: 'vendor_member',
    description: 'A courier could not collect a return for this vendor',
    subject: 'Order {{order_number}}: a return was not collected',
    heading: 'A return was not collected',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>The courier could not collect a return of order <strong>{{order_number}}</strong> from its buyer.</p>
<table class="facts">
<tr><th>Item</th><td>{{item_title}}</td></tr>
<tr><th>Courier</th><td>{{courier_name}}</td></tr>
<tr><th>Tracking number (AWB)</th><td>{{awb}}</td></tr>
<tr><th>Attempts so far</th><td>{{attempts}}</td></tr>
</table>
<p>Agree on a day with the buyer, or have it collected by another courier once this pickup has ended.</p>
<p><a class="button" href="{{order_url}}">Open your returns</a></p>`,
    variables: [...linkedOrder, ...returnVariables, ...pickupVariables],
    sample: { ...linkedOrderSample, ...returnSample, ...pickupSample },
  }),
  defineTemplate({
    eventType: 'return.arrived',
    role: 'vendor_member',
    description: 'A courier brought a return to this vendor',
    subject: 'Order {{order_number}}: a return has arrived',
    heading: 'A return has arrived',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>The courier reports that a return of order <strong>{{order_number}}</strong> has arrived. Look at it and receive it: the buyer waits for the refund.</p>
<table class="facts">
<tr><th>Item</th><td>{{item_title}}</td></tr>
<tr><th>Courier</th><td>{{courier_name}}</td></tr>
<tr><th>Tracking number (AWB)</th><td>{{awb}}</td></tr>
</table>
<p><a class="button" href="{{order_url}}">Open your returns</a></p>`,
    variables: [...linkedOrder, ...returnVariables, ...pickupVariables],
    sample: { ...linkedOrderSample, ...returnSample, ...pickupSample },
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
