import { phrase } from '#domain/mail/phrase.js';
import { defineTemplate, PARCEL_CONTENTS, variable } from '#domain/mail/mail-template.js';
import {
  amountDue,
  orderReference,
  orderVendorId,
  orderSample,
  orderVariables,
  paidOnDelivery,
  subOrderSample,
  subOrderVariables,
} from './order-variables.js';

const order = orderSample;
const reason = variable('reason', 'text', 'The reason that was given');

const payUntil = variable('pay_until', 'instant', 'Until when the items are held');
const refundBy = variable('refund_by', 'day', 'By when banks show the refund; empty when it is paid by hand');
const refundTo = variable('refund_to', 'text', 'Where the money goes to');
const refundNote = variable('refund_note', 'text', 'How the money goes back; empty when no money goes back');

/** How a confirmed order is paid. */
const paymentDetails = `<table class="facts">
<tr><th>Placed</th><td>{{placed_at}}</td></tr>
<tr><th>Payment</th><td>{{payment_method}}</td></tr>
<tr><th>To pay in cash on delivery</th><td>{{amount_due}}</td></tr>
</table>`;

/** What happens once an order is packed. */
const parcelSteps = `<li>We write when a parcel is on its way, with a link to follow it. Its invoice is then on the page of your order.</li>
<li>When everything has arrived, we write once more. From then on you can ask for a return.</li>`;

export const orderTemplates = [
  defineTemplate({
    eventType: 'order.placed',
    role: 'customer',
    description: 'A buyer placed an order and the payment is still open',
    subject: 'We have your order {{order_number}}',
    heading: 'Thank you for your order',
    preheader: '{{item_count}} items, {{grand_total}}: pay now and the order is confirmed',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>Your order <strong>{{order_number}}</strong> has reached us and the items are held for you. It is confirmed as soon as the payment of <strong>{{payment_due}}</strong> arrives.</p>
<table class="facts">
<tr><th>Items held until</th><td>{{pay_until}}</td></tr>
</table>
<p><a class="button" href="{{order_url}}">View or pay your order</a></p>
{{order_summary}}
{{order_addresses}}`,
    variables: [...orderVariables, payUntil],
    sample: { ...order, payUntil: '2026-11-21T10:00:00Z' },
  }),
  defineTemplate({
    eventType: 'order.confirmed',
    role: 'customer',
    description: 'The payment arrived, or cash on delivery was accepted',
    subject: 'Your order {{order_number}} is confirmed',
    heading: 'Your order is confirmed',
    preheader: '{{item_count}} items, {{grand_total}}. We write again when they are on their way.',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>Good news: your order <strong>{{order_number}}</strong> is confirmed, and the sellers are getting it ready.</p>
<p><a class="button" href="{{order_url}}">View your order</a></p>
{{order_summary}}
{{order_addresses}}
${paymentDetails}
<h2>What happens next</h2>
<ol>
<li>Each seller packs its items. Until a parcel is sent, you can cancel the order on <a href="{{order_url}}">its page</a>.</li>
${parcelSteps}
</ol>`,
    variables: [...orderVariables, amountDue],
    sample: { ...order, ...paidOnDelivery },
  }),
  defineTemplate({
    eventType: 'guest_order.confirmation',
    role: 'customer',
    description: 'The order of a buyer without an account was confirmed',
    subject: 'Your order {{order_number}} is confirmed',
    heading: 'Your order is confirmed',
    preheader: '{{item_count}} items, {{grand_total}}. We write again when they are on their way.',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>Your order <strong>{{order_number}}</strong> is confirmed, and the sellers are getting it ready.</p>
<p>You bought as a guest. To follow the order, open the page below and enter the order number and this e-mail address.</p>
<p><a class="button" href="{{order_url}}">Follow your order</a></p>
{{order_summary}}
{{order_addresses}}
${paymentDetails}
<h2>What happens next</h2>
<ol>
<li>Each seller packs its items.</li>
${parcelSteps}
</ol>`,
    variables: [...orderVariables, amountDue],
    sample: { ...order, ...paidOnDelivery, orderUrl: 'https://store.example.com/orders/lookup' },
  }),
  defineTemplate({
    eventType: 'order.payment_failed',
    role: 'customer',
    description: 'A payment was declined, or did not arrive in time',
    subject: 'The payment for order {{order_number}} did not go through',
    heading: 'Your payment did not go through',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>The payment of <strong>{{payment_due}}</strong> for order <strong>{{order_number}}</strong> was not completed, and nothing was charged for it.</p>
<table class="facts">
<tr><th>Reason</th><td>{{failure_reason}}</td></tr>
<tr><th>Items held until</th><td>{{pay_until}}</td></tr>
</table>
<p>While the items are held you can try again, with another method too. After that, simply order anew.</p>
<p><a class="button" href="{{order_url}}">Try again</a></p>
{{order_summary}}`,
    variables: [
      ...orderVariables,
      variable('failure_reason', 'text', 'What the payment provider said'),
      payUntil,
      variable('payment_id', 'text', 'Id of the payment'),
    ],
    sample: {
      ...order,
      paymentId: '0197f3c2-8e21-7f30-a152-63748596a7b8',
      failureReason: 'Declined by the bank',
      payUntil: '2026-11-21T10:00:00Z',
    },
  }),
  defineTemplate({
    eventType: 'order.cancelled',
    role: 'customer',
    description: 'An order, or one of its sub-orders, was cancelled',
    subject: 'Order {{order_number}} was cancelled',
    heading: 'Your order was cancelled',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>Order <strong>{{order_number}}</strong> was cancelled.</p>
<table class="facts">
<tr><th>Reason</th><td>{{reason}}</td></tr>
<tr><th>Seller</th><td>{{vendor_name}}</td></tr>
<tr><th>Refund</th><td>{{refund_amount}}</td></tr>
<tr><th>To</th><td>{{refund_to}}</td></tr>
<tr><th>At the latest by</th><td>{{refund_by}}</td></tr>
</table>
<p>{{refund_note}}</p>
<p><a class="button" href="{{order_url}}">View your order</a></p>
{{order_summary}}`,
    variables: [
      ...orderVariables,
      reason,
      variable('vendor_name', 'text', 'The seller, when only that sub-order was cancelled'),
      variable('refund_amount', 'money', 'What is paid back'),
      refundTo,
      refundBy,
      refundNote,
    ],
    sample: {
      ...order,
      reason: 'Out of stock at the seller',
      vendorName: 'Kaveri Textiles',
      refundAmount: 284_900,
      refundTo: 'UPI',
      refundBy: '2026-12-02T09:30:00Z',
      refundNote: phrase('refund.by_provider'),
    },
  }),
  defineTemplate({
    eventType: 'order.rest_cancelled',
    role: 'customer',
    description: 'A seller sent a part of a sub-order and cancelled the rest',
    subject: 'Order {{order_number}}: some items will not come',
    heading: 'Some items will not come',
    preheader: '{{vendor_name}} cannot send all of your order',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>{{vendor_name}} cannot send a part of your order <strong>{{order_number}}</strong>. Parcels that were sent are not affected.</p>
<h2>What will not come</h2>
{{parcel_contents}}
<table class="facts">
<tr><th>Reason</th><td>{{reason}}</td></tr>
<tr><th>Refund</th><td>{{refund_amount}}</td></tr>
<tr><th>To</th><td>{{refund_to}}</td></tr>
<tr><th>At the latest by</th><td>{{refund_by}}</td></tr>
<tr><th>Less to pay on delivery</th><td>{{less_due}}</td></tr>
</table>
<p>{{refund_note}}</p>
<p><a class="button" href="{{order_url}}">View your order</a></p>`,
    variables: [
      ...orderVariables,
      reason,
      orderVendorId,
      variable('vendor_name', 'text', 'The seller'),
      variable(PARCEL_CONTENTS, 'text', 'What will not come, with pictures'),
      variable('refund_amount', 'money', 'What is paid back; empty where nothing was paid yet'),
      variable('less_due', 'money', 'By how much less is paid in cash; empty where it was paid before'),
      refundTo,
      refundBy,
      refundNote,
    ],
    sample: {
      ...order,
      reason: 'Out of stock at the seller',
      orderVendorId: subOrderSample.orderVendorId,
      vendorName: 'Kaveri Textiles',
      // Paid in part with store credit, the rest in cash.
      refundAmount: 89_900,
      lessDue: 25_000,
      refundTo: 'UPI',
      refundBy: '2026-12-02T09:30:00Z',
      refundNote: phrase('refund.by_provider'),
    },
  }),
  defineTemplate({
    eventType: 'refund.overpaid',
    role: 'admin',
    description: 'A payment provider sent a refund that was already paid another way',
    subject: 'A refund of order {{order_number}} was paid twice',
    heading: 'A refund was paid twice',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>The refund of <strong>{{amount}}</strong> of order <strong>{{order_number}}</strong> was recorded as paid another way ({{reference}}). Its payment provider reports now that it sent the money too.</p>
<p>The books count it once. Ask the buyer for the second amount.</p>
<p><a class="button" href="{{console_url}}/admin/orders/{{order_id}}">Open the order</a></p>`,
    variables: [
      ...orderReference,
      variable('amount', 'money', 'What was refunded'),
      variable('currency', 'text', 'Currency of the amount, ISO 4217'),
      variable('reference', 'text', 'How it was paid another way'),
      variable('refund_id', 'text', 'Id of the refund'),
    ],
    sample: {
      orderId: order.orderId,
      orderNumber: order.orderNumber,
      refundId: '0197f5c0-2b3c-7d4e-8f50-61728394a5b6',
      amount: 84_900,
      currency: 'INR',
      reference: 'UTR 4029 1187',
    },
  }),
  defineTemplate({
    eventType: 'order.refunded',
    role: 'customer',
    description: 'Money went back to the buyer',
    subject: 'Your refund of {{refund_amount}} is on its way',
    heading: 'Your refund is on its way',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>We sent back <strong>{{refund_amount}}</strong> for order <strong>{{order_number}}</strong>. {{refund_note}}</p>
<table class="facts">
<tr><th>Refund</th><td>{{refund_amount}}</td></tr>
<tr><th>To</th><td>{{refund_to}}</td></tr>
<tr><th>At the latest by</th><td>{{refund_by}}</td></tr>
<tr><th>Reason</th><td>{{reason}}</td></tr>
<tr><th>Reference</th><td>{{reference}}</td></tr>
</table>
<p><a class="button" href="{{order_url}}">View your order</a></p>`,
    variables: [
      ...orderVariables,
      variable('refund_amount', 'money', 'What was paid back'),
      refundTo,
      refundBy,
      refundNote,
      variable('reference', 'text', 'How it was paid by hand; empty when a provider sent it'),
      reason,
      variable('refund_id', 'text', 'Id of the refund'),
    ],
    sample: {
      ...order,
      refundId: '0197f5c0-2b3c-7d4e-8f50-61728394a5b6',
      refundAmount: 84_900,
      refundTo: 'UPI',
      refundBy: '2026-12-02T09:30:00Z',
      reason: 'One item arrived damaged',
      refundNote: phrase('refund.by_provider'),
      reference: '',
    },
  }),
  defineTemplate({
    eventType: 'order.delivered',
    role: 'customer',
    description: 'The last parcel of an order arrived',
    subject: 'Order {{order_number}} has arrived',
    heading: 'Your order has arrived',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>Order <strong>{{order_number}}</strong> was delivered. We hope you like it!</p>
<p>If something is not as it should be, you can ask for a return from the page of your order.</p>
<table class="facts">
<tr><th>Delivered</th><td>{{delivered_at}}</td></tr>
<tr><th>Return possible until</th><td>{{return_until}}</td></tr>
</table>
<p><a class="button" href="{{order_url}}">View your order</a></p>
{{order_summary}}`,
    variables: [
      ...orderVariables,
      variable('delivered_at', 'instant', 'When it was delivered'),
      variable('return_until', 'day', 'Last day on which a return can be requested; empty without returns'),
    ],
    sample: { ...order, deliveredAt: '2026-11-24T11:05:00Z', returnUntil: '2026-12-01T11:05:00Z' },
  }),
  defineTemplate({
    eventType: 'order.cancelled',
    role: 'vendor_member',
    description: 'An order that the vendor was notified of was cancelled',
    subject: 'Order {{order_number}} was cancelled: do not ship it',
    heading: 'An order was cancelled',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>Order <strong>{{order_number}}</strong> was cancelled. Do not ship it; its stock is free again.</p>
{{order_summary}}
<table class="facts">
<tr><th>Reason</th><td>{{reason}}</td></tr>
<tr><th>Placed</th><td>{{placed_at}}</td></tr>
</table>
<p><a class="button" href="{{order_url}}">Open the order</a></p>`,
    variables: [...subOrderVariables, reason],
    sample: { ...subOrderSample, reason: 'Cancelled by the customer', shipTo: 'Mumbai, Maharashtra' },
  }),
  defineTemplate({
    eventType: 'order.placed',
    role: 'vendor_member',
    description: 'A confirmed order has items of this vendor',
    subject: 'New order {{order_number}} to ship',
    heading: 'You have a new order',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>Order <strong>{{order_number}}</strong> is confirmed and waits for you to ship it.</p>
<table class="facts">
<tr><th>Ship by</th><td>{{fulfil_by}}</td></tr>
<tr><th>Ship to</th><td>{{ship_to}}</td></tr>
<tr><th>Pieces</th><td>{{item_count}}</td></tr>
<tr><th>Payment</th><td>{{payment_method}}</td></tr>
<tr><th>To collect in cash</th><td>{{amount_due}}</td></tr>
<tr><th>Placed</th><td>{{placed_at}}</td></tr>
</table>
<p><a class="button" href="{{order_url}}">Open the order</a></p>
<h2>What to pack</h2>
{{order_summary}}`,
    preheader: '{{item_count}} pieces to {{ship_to}}',
    variables: [...subOrderVariables, amountDue],
    sample: { ...subOrderSample, ...paidOnDelivery, amountDue: subOrderSample.vendorTotal },
  }),
  defineTemplate({
    eventType: 'order.fulfil_reminder',
    role: 'vendor_member',
    description: 'A vendor has not moved a sub-order for orders.fulfil_reminder_hours',
    subject: 'Order {{order_number}} still waits to be shipped',
    heading: 'An order waits to be shipped',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>Order <strong>{{order_number}}</strong> is confirmed and has not been shipped yet. Please ship it, or cancel it if you cannot.</p>
<table class="facts">
<tr><th>Ship by</th><td>{{fulfil_by}}</td></tr>
<tr><th>Ship to</th><td>{{ship_to}}</td></tr>
<tr><th>Pieces</th><td>{{item_count}}</td></tr>
<tr><th>Payment</th><td>{{payment_method}}</td></tr>
<tr><th>To collect in cash</th><td>{{amount_due}}</td></tr>
<tr><th>Placed</th><td>{{placed_at}}</td></tr>
</table>
<p><a class="button" href="{{order_url}}">Open the order</a></p>
<h2>What to pack</h2>
{{order_summary}}`,
    preheader: '{{item_count}} pieces to {{ship_to}}',
    variables: [...subOrderVariables, amountDue],
    sample: { ...subOrderSample, ...paidOnDelivery, amountDue: subOrderSample.vendorTotal },
  }),
];
