import { defineTemplate, variable } from '#domain/mail/mail-template.js';

export const stockTemplates = [
  defineTemplate({
    eventType: 'back_in_stock.available',
    role: 'customer',
    description: 'A product that a buyer asked about is in stock again',
    subject: '{{product_title}} is back in stock',
    heading: 'It is back',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>You asked us to tell you: <strong>{{product_title}}</strong> can be bought again. We cannot hold it for you, so do not wait too long.</p>
<table class="facts">
<tr><th>Price</th><td>{{price}}</td></tr>
</table>
<p><a class="button" href="{{product_url}}">Have a look</a></p>
<p class="quiet">This was the only mail about it: we write once for each request.</p>`,
    variables: [
      variable('product_title', 'text', 'The product, with its variant'),
      variable('product_url', 'url', 'Page of the product'),
      variable('price', 'money', 'Its price now'),
    ],
    sample: {
      productTitle: 'Block-printed cotton kurta, indigo, M',
      productUrl: 'https://store.example.com/products/block-printed-cotton-kurta',
      price: 129_900,
      currency: 'INR',
    },
  }),
];
