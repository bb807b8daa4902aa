import { defineTemplate, NEW_PRODUCTS, variable } from '#domain/mail/mail-template.js';

export const followerTemplates = [
  defineTemplate({
    eventType: 'followed_vendors.new_products',
    role: 'customer',
    description: 'Each week, to followers of vendors who have put new products on sale',
    subject: 'New from {{vendor_names}}',
    heading: 'New from sellers you follow',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>This is new since our last mail:</p>
{{new_products}}
<p><a class="button" href="{{store_url}}">Visit the store</a></p>
<p class="quiet">You get this mail because you follow sellers at {{store_name}} and want mails about “{{topic_name}}”. <a href="{{unsubscribe_url}}">Unsubscribe or choose your mails</a>.</p>
<p class="quiet">{{postal_address}}</p>`,
    variables: [
      variable('vendor_names', 'text', 'The sellers with new products, three of them at most'),
      variable(
        'product_count',
        'number',
        'New products of all followed sellers; the mail shows eight of them at most',
      ),
      variable(NEW_PRODUCTS, 'text', 'The new products with their pictures, drawn by us'),
      variable('topic_name', 'text', 'The topic that the reader is subscribed to'),
      variable('unsubscribe_url', 'url', 'Page on which the reader chooses topics or unsubscribes'),
      variable('postal_address', 'text', 'Postal address of the store; empty while none is set'),
    ],
    sample: {
      vendorNames: 'Kaveri Textiles',
      productCount: 2,
      topicName: 'New sellers',
      unsubscribeUrl: 'https://api.example.com/store/unsubscribe/preview',
      postalAddress: 'Kaveri Textiles LLP',
    },
  }),
];
