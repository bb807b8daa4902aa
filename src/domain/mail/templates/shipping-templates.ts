import { phrase } from '#domain/mail/phrase.js';
import { defineTemplate, variable } from '#domain/mail/mail-template.js';
import {
  amountDue,
  contentsVariable,
  linkedOrder,
  linkedOrderSample,
  orderReference,
  orderSample,
  orderVariables,
  paidOnDelivery,
  parcelSample,
  parcelVariables,
} from './order-variables.js';

const shipment = { ...orderSample, ...parcelSample };
const forVendor = { ...linkedOrderSample, ...parcelSample };

/** In mails to the buyer. */
const parcelOfOrder = [...orderVariables, ...parcelVariables, contentsVariable];

export const shippingTemplates = [
  defineTemplate({
    eventType: 'shipping.shipment.created',
    role: 'customer',
    description: 'A parcel was handed to the courier',
    subject: 'Order {{order_number}} is on its way',
    heading: 'Your parcel is on its way',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>A parcel of your order <strong>{{order_number}}</strong> has been sent off.</p>
<table class="facts">
<tr><th>Seller</th><td>{{vendor_name}}</td></tr>
<tr><th>Courier</th><td>{{courier_name}}</td></tr>
<tr><th>Tracking number (AWB)</th><td>{{tracking_code}}</td></tr>
<tr><th>Sent off</th><td>{{occurred_at}}</td></tr>
<tr><th>Expected by (day in India)</th><td>{{expected_on}}</td></tr>
</table>
<p><a class="button" href="{{tracking_url}}">Follow the parcel</a></p>
<h2>In this parcel</h2>
{{parcel_contents}}
<p>The invoice of this parcel is on <a href="{{order_url}}">the page of your order</a>.</p>
{{order_addresses}}`,
    preheader: '{{vendor_name}} has sent a parcel with {{courier_name}}',
    variables: [
      ...parcelOfOrder,
      variable('occurred_at', 'instant', 'When it was handed over'),
      variable(
        'expected_on',
        'day',
        'The day in India by which it should arrive; empty where no carrier says',
      ),
    ],
    sample: {
      ...shipment,
      occurredAt: '2026-11-22T11:05:00Z',
      expectedOn: '2026-11-25T15:00:00+05:30',
    },
  }),
  defineTemplate({
    eventType: 'shipping.tracking.updated',
    role: 'customer',
    description: 'The courier reported news about a parcel',
    subject: 'Order {{order_number}}: {{status_label}}',
    heading: '{{status_label}}',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>There is news about a parcel of your order <strong>{{order_number}}</strong>.</p>
<table class="facts">
<tr><th>Status</th><td>{{status_label}}</td></tr>
<tr><th>Place</th><td>{{location}}</td></tr>
<tr><th>Reported</th><td>{{occurred_at}}</td></tr>
<tr><th>Courier</th><td>{{courier_name}}</td></tr>
<tr><th>Tracking number (AWB)</th><td>{{tracking_code}}</td></tr>
<tr><th>To pay in cash on delivery</th><td>{{amount_due}}</td></tr>
</table>
<p><a class="button" href="{{tracking_url}}">Follow the parcel</a></p>
<h2>In this parcel</h2>
{{parcel_contents}}
<p>Something to look up? See <a href="{{order_url}}">the page of your order</a>.</p>`,
    variables: [
      ...parcelOfOrder,
      amountDue,
      variable('normalized_status', 'text', 'The status, `out_for_delivery` for instance'),
      variable('status_code', 'text', 'The status as the carrier names it'),
      variable('status_label', 'text', 'The status in words'),
      variable('location', 'text', 'Where the parcel was seen'),
      variable('occurred_at', 'instant', 'When the courier saw it'),
    ],
    sample: {
      ...shipment,
      ...paidOnDelivery,
      normalizedStatus: 'out_for_delivery',
      statusCode: 'OFD',
      statusLabel: phrase('tracking.out_for_delivery'),
      location: 'Bengaluru',
      occurredAt: '2026-11-24T03:40:00Z',
    },
  }),
  defineTemplate({
    eventType: 'shipping.shipment.cancelled',
    role: 'customer',
    description: 'A shipment was called off',
    subject: 'A shipment of order {{order_number}} was called off',
    heading: 'A shipment was called off',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>A parcel of your order <strong>{{order_number}}</strong> will not come as planned.</p>
<table class="facts">
<tr><th>Seller</th><td>{{vendor_name}}</td></tr>
<tr><th>Reason</th><td>{{reason}}</td></tr>
</table>
<p>The page of your order shows what happens next, refunds included.</p>
<p><a class="button" href="{{order_url}}">View your order</a></p>
<h2>In this parcel</h2>
{{parcel_contents}}`,
    variables: [...parcelOfOrder, variable('reason', 'text', 'The reason that was given')],
    sample: { ...shipment, reason: 'The courier could not pick it up' },
  }),
  ...(['vendor_member', 'admin'] as const).map((role) =>
    defineTemplate({
      eventType: 'shipping.shipment.returning',
      role,
      description: 'A parcel goes back to its sender',
      subject: 'Order {{order_number}}: the parcel is coming back',
      heading: 'A parcel is coming back',
      body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>The courier could not deliver a parcel of order <strong>{{order_number}}</strong> and returns it to its sender.</p>
<table class="facts">
<tr><th>Courier</th><td>{{courier_name}}</td></tr>
<tr><th>Tracking number</th><td>{{tracking_code}}</td></tr>
</table>
<p>The sub-order keeps its state until somebody decides on it.</p>
<p><a class="button" href="${role === 'vendor_member' ? '{{order_url}}' : '{{console_url}}/admin/orders/{{order_id}}'}">Open the order</a></p>`,
      variables: [...(role === 'vendor_member' ? linkedOrder : orderReference), ...parcelVariables],
      sample: forVendor,
    }),
  ),
  defineTemplate({
    eventType: 'shipping.shipment.stuck',
    role: 'admin',
    description: 'A shipment is without AWB for too long',
    subject: 'Order {{order_number}}: no AWB after {{hours}} hours',
    heading: 'A shipment has no AWB',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>The carrier accepted a shipment of order <strong>{{order_number}}</strong> {{hours}} hours ago and has given no AWB
yet. It is asked again for seven days.</p>
<table class="facts">
<tr><th>Courier</th><td>{{courier_name}}</td></tr>
<tr><th>Seller</th><td>{{vendor_name}}</td></tr>
</table>
<p>Ask the courier where it is.</p>
<p><a class="button" href="{{console_url}}/admin/orders/{{order_id}}">Open the order</a></p>`,
    variables: [
      ...orderReference,
      ...parcelVariables,
      variable('hours', 'number', 'Hours since the carrier accepted it'),
    ],
    sample: { ...forVendor, hours: 6 },
  }),
  defineTemplate({
    eventType: 'shipping.work_list',
    role: 'admin',
    description: 'Shipments that wait for a person, once a day',
    subject: '{{total}} shipments wait for a decision',
    heading: 'Shipments wait for a decision',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>These shipments wait for somebody who may act on them. The list of shipments shows each with its reason.</p>
<table class="facts">
<tr><th>Contradicting reports, AWBs of two parcels or of another one</th><td>{{attention}}</td></tr>
<tr><th>Without an AWB for too long</th><td>{{awaiting_awb}}</td></tr>
<tr><th>Without a label for too long</th><td>{{awaiting_label}}</td></tr>
<tr><th>Not cancelled by the carrier</th><td>{{void_refused}}</td></tr>
<tr><th>On the road after their cancellation</th><td>{{moved_after_cancel}}</td></tr>
<tr><th>On the way back to their sender</th><td>{{returning}}</td></tr>
</table>
<p><a class="button" href="{{console_url}}">Open the console</a></p>`,
    variables: [
      variable('total', 'number', 'How many shipments wait'),
      variable('attention', 'number', 'Shipments whose reports a person has to look at'),
      variable('awaiting_awb', 'number', 'Shipments without an AWB for too long'),
      variable('awaiting_label', 'number', 'Shipments without a label for too long'),
      variable('void_refused', 'number', 'Shipments that the carrier has not cancelled'),
      variable('moved_after_cancel', 'number', 'Shipments on the road after their cancellation'),
      variable('returning', 'number', 'Shipments on the way back to their sender'),
    ],
    sample: {
      total: 9,
      attention: 2,
      awaitingAwb: 1,
      awaitingLabel: 3,
      voidRefused: 1,
      movedAfterCancel: 1,
      returning: 1,
    },
  }),
];
