import { defineTemplate, variable } from '#domain/mail/mail-template.js';
import {
  orderReference,
  orderSample,
  orderVariables,
  subOrderSample,
  subOrderVariables,
} from './order-variables.js';

const order = orderSample;
const reason = variable('reason', 'text', 'The reason that was given');

const refundNote = variable('refund_note', 'text', 'How the money goes back; empty when no money goes back');

export const orderTemplates = [
  defineTemplate({
    eventType: 'order.placed',
    role: 'customer',
    description: 'A buyer placed an order and the payment is still open',
    subject: 'We have your order {{order_number}}',
    heading: 'Thank you for your order',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>Your order <strong>{{order_number}}</strong> has reached us and the items are held for you. It is confirmed as soon as the payment of <strong>{{grand_total}}</strong> arrives.</p>
{{order_summary}}
<p><a class="button" href="{{order_url}}">View or pay your order</a></p>`,
    variables: orderVariables,
    sample: order,
  }),
  defineTemplate({
    eventType: 'order.confirmed',
    role: 'customer',
    description: 'The payment arrived, or cash on delivery was accepted',
    subject: 'Your order {{order_number}} is confirmed',
    heading: 'Your order is confirmed',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>Good news: your order <strong>{{order_number}}</strong> is confirmed, and the sellers are getting it ready. We will write again when it is on its way.</p>
{{order_summary}}
<table class="facts">
<tr><th>Placed</th><td>{{placed_at}}</td></tr>
<tr><th>Payment</th><td>{{payment_method}}</td></tr>
<tr><th>Delivery to</th><td>{{ship_to}}</td></tr>
</table>
<p><a class="button" href="{{order_url}}">View your order</a></p>`,
    variables: orderVariables,
    sample: order,
  }),
  defineTemplate({
    eventType: 'guest_order.confirmation',
    role: 'customer',
    description: 'The order of a buyer without an account was confirmed',
    subject: 'Your order {{order_number}} is confirmed',
    heading: 'Your order is confirmed',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>Your order <strong>{{order_number}}</strong> is confirmed, and the sellers are getting it ready.</p>
{{order_summary}}
<p>You bought as a guest. To follow the order, open the page below and enter the order number and this e-mail address.</p>
<p><a class="button" href="{{order_url}}">Follow your order</a></p>`,
    variables: orderVariables,
    sample: { ...order, orderUrl: 'https://store.example.com/orders/lookup' },
  }),
  defineTemplate({
    eventType: 'order.payment_failed',
    role: 'customer',
    description: 'A payment was declined, or did not arrive in time',
    subject: 'The payment for order {{order_number}} did not go through',
    heading: 'Your payment did not go through',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>The payment of <strong>{{grand_total}}</strong> for order <strong>{{order_number}}</strong> was not completed, and nothing was charged for it.</p>
<table class="facts">
<tr><th>Reason</th><td>{{failure_reason}}</td></tr>
<tr><th>Items held until</th><td>{{pay_until}}</td></tr>
</table>
<p>While the items are held you can try again, with another method too. After that, simply order anew.</p>
<p><a class="button" href="{{order_url}}">Try again</a></p>`,
    variables: [
      ...orderVariables,
      variable('failure_reason', 'text', 'What the payment provider said'),
      variable('pay_until', 'instant', 'Until when the items are held'),
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
</table>
<p>{{refund_note}}</p>
<p><a class="button" href="{{order_url}}">View your order</a></p>`,
    variables: [
      ...orderVariables,
      reason,
      variable('vendor_name', 'text', 'The seller, when only that sub-order was cancelled'),
      variable('refund_amount', 'money', 'What is paid back'),
      refundNote,
    ],
    sample: {
      ...order,
      reason: 'Out of stock at the seller',
      vendorName: 'Kaveri Textiles',
      refundAmount: 284_900,
      refundNote:
        'It goes to the way you paid with; banks usually need five to seven working days to show it.',
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
<p>The books count it once. Ask the buyer for the second amount.</p>`,
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
<tr><th>Reason</th><td>{{reason}}</td></tr>
<tr><th>Reference</th><td>{{reference}}</td></tr>
</table>
<p><a class="button" href="{{order_url}}">View your order</a></p>`,
    variables: [
      ...orderVariables,
      variable('refund_amount', 'money', 'What was paid back'),
      refundNote,
      variable('reference', 'text', 'How it was paid by hand; empty when a provider sent it'),
      reason,
      variable('refund_id', 'text', 'Id of the refund'),
    ],
    sample: {
      ...order,
      refundId: '0197f5c0-2b3c-7d4e-8f50-61728394a5b6',
      refundAmount: 84_900,
      reason: 'One item arrived damaged',
      refundNote:
        'It goes to the way you paid with; banks usually need five to seven working days to show it.',
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
<p><a class="button" href="{{order_url}}">View your order</a></p>`,
    variables: [...orderVariables, variable('delivered_at', 'instant', 'When it was delivered')],
    sample: { ...order, deliveredAt: '2026-11-24T11:05:00Z' },
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
{{order_summary}}
<table class="facts">
<tr><th>Placed</th><td>{{placed_at}}</td></tr>
<tr><th>Ship to</th><td>{{ship_to}}</td></tr>
<tr><th>Payment</th><td>{{payment_method}}</td></tr>
</table>
<p><a class="button" href="{{order_url}}">Open the order</a></p>`,
    variables: subOrderVariables,
    sample: subOrderSample,
  }),
  defineTemplate({
    eventType: 'order.fulfil_reminder',
    role: 'vendor_member',
    description: 'A vendor has not moved a sub-order for orders.fulfil_reminder_hours',
    subject: 'Order {{order_number}} still waits to be shipped',
    heading: 'An order waits to be shipped',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>Order <strong>{{order_number}}</strong> is confirmed and has not been shipped yet. Please ship it, or cancel it if you cannot.</p>
{{order_summary}}
<table class="facts">
<tr><th>Placed</th><td>{{placed_at}}</td></tr>
<tr><th>Ship to</th><td>{{ship_to}}</td></tr>
<tr><th>Payment</th><td>{{payment_method}}</td></tr>
</table>
<p><a class="button" href="{{order_url}}">Open the order</a></p>`,
    variables: subOrderVariables,
    sample: subOrderSample,
  }),
];
