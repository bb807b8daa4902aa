import { defineTemplate, variable } from '#domain/mail/mail-template.js';

export const invoiceTemplates = [
  defineTemplate({
    eventType: 'invoice.hsn_missing',
    role: 'vendor_member',
    description: 'An invoice was issued with products that have no HSN code; at most once a day',
    subject: 'HSN codes are missing on your invoices',
    heading: 'Please add the missing HSN codes',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>Invoice <strong>{{invoice_number}}</strong> of order <strong>{{order_number}}</strong> was issued with a dash instead of an HSN code on {{line_count}} of its lines:</p>
<p>{{products}}</p>
<p>Issued invoices stay as they are. Add the codes to your products, and the invoices of later orders carry them. Your list of orders counts the lines that lack one.</p>
<p><a class="button" href="{{gaps_url}}">Add the codes</a></p>`,
    variables: [
      variable('invoice_number', 'text', 'Number of the invoice'),
      variable('order_number', 'text', 'Number of the order'),
      variable('line_count', 'number', 'How many lines lack a code'),
      variable('products', 'text', 'Titles of these products'),
      variable('gaps_url', 'url', 'Page of the products that lack a code'),
    ],
    sample: {
      invoiceNumber: 'INV/2627/000042',
      orderNumber: 'H7K2-9QXM',
      lineCount: 2,
      products: 'Brass diya, Cotton kurta',
      gapsUrl: 'https://vendors.example.com/gst-gaps',
    },
  }),
  defineTemplate({
    eventType: 'invoice.refused',
    role: 'vendor_member',
    description: 'A sub-order was fulfilled and its invoice could not be issued; once for each reason',
    subject: 'The invoice of order {{order_number}} could not be issued',
    heading: 'An invoice could not be issued',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>Your parcel of order <strong>{{order_number}}</strong> was sent, but its invoice could not be issued:</p>
<p>{{problem}}</p>
<p>Correct what the reason names, in your profile for instance. The invoice is tried again every hour.</p>
<p><a class="button" href="{{order_url}}">Open the order</a></p>`,
    variables: [
      variable('order_number', 'text', 'Number of the order'),
      variable('order_url', 'url', 'Page of the order in the vendor’s area'),
      variable('problem', 'text', 'Why the invoice could not be issued'),
    ],
    sample: {
      orderNumber: 'H7K2-9QXM',
      orderUrl: 'https://vendors.example.com/orders/0197f3c2-7d12-7e04-8f5d-5d1c6a7b8e90',
      problem:
        'The seller has no GSTIN, but this order was charged GST: only a registered seller can invoice it.',
    },
  }),
  defineTemplate({
    eventType: 'commission.gst_from',
    role: 'vendor_member',
    description: 'The day was set from which the commission of the marketplace carries GST',
    subject: 'Commission carries GST from {{from}}',
    heading: 'GST on our commission',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>From <strong>{{from}}</strong> on our commission carries GST of <strong>{{rate}}</strong>. It is withheld from your payouts with the commission, and stands on the commission invoice of each month.</p>
<p>Sales before that day, and refunds of them, stay without it.</p>`,
    variables: [
      variable('from', 'text', 'First day, as year, month and day'),
      variable('rate', 'text', 'Rate of the tax'),
    ],
    sample: { from: '2027-04-01', rate: '18%' },
  }),
  defineTemplate({
    eventType: 'invoice.picture_missing',
    role: 'admin',
    description:
      'A picture of the invoice settings could not be read, so that documents are printed without it',
    subject: 'Invoices are printed without a picture',
    heading: 'A picture of your invoices cannot be read',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>Invoices are printed without the picture of the setting <strong>{{setting}}</strong>.</p>
<table class="facts">
<tr><th>Reason</th><td>{{reason}}</td></tr>
</table>
<p>Upload it again or correct its address, then regenerate the invoices that should carry it.</p>
<p><a class="button" href="{{console_url}}/settings">Open the settings</a></p>`,
    variables: [
      variable('setting', 'text', 'Name of the setting'),
      variable('reason', 'text', 'Why the picture cannot be read'),
    ],
    sample: { setting: 'invoice.logo_url', reason: 'There is no such file in storage' },
  }),
];
