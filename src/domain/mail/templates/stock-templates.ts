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
<p class="quiet">This was the only mail about it: we write once for each request. Waiting for other products too? <a href="{{stop_url}}">End all of your requests</a>.</p>`,
    variables: [
      variable('variant_id', 'text', 'Id of the variant'),
      variable('product_id', 'text', 'Id of the product'),
      variable('product_title', 'text', 'The product, with its variant'),
      variable('product_url', 'url', 'Page of the product'),
      variable('price', 'money', 'Its price now'),
      variable('currency', 'text', 'Currency of the price, ISO 4217'),
      variable('stop_url', 'url', 'Page that ends all open requests of the e-mail address'),
    ],
    sample: {
      variantId: '0197d111-6a7b-7c8d-9e0f-102132435465',
      productId: '0197d110-5f6a-7b8c-8d9e-0f1021324354',
      productTitle: 'Block-printed cotton kurta, indigo, M',
      productUrl: 'https://store.example.com/products/block-printed-cotton-kurta',
      price: 129_900,
      currency: 'INR',
      stopUrl: 'https://api.example.com/store/back-in-stock/preview',
    },
  }),
  defineTemplate({
    eventType: 'inventory.low_stock',
    role: 'vendor_member',
    description: 'The stock of a variant fell below its threshold',
    subject: '{{product_title}} is low in stock',
    heading: 'Low stock',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p><strong>{{product_title}}</strong> is running out. You get the next mail about it after its stock was above the threshold again.</p>
<table class="facts">
<tr><th>SKU</th><td>{{sku}}</td></tr>
<tr><th>Available</th><td>{{available}}</td></tr>
<tr><th>Threshold</th><td>{{threshold}}</td></tr>
</table>
<p><a class="button" href="{{product_url}}">Update the stock</a></p>`,
    variables: [
      variable('variant_id', 'text', 'Id of the variant'),
      variable('product_id', 'text', 'Id of the product'),
      variable('product_title', 'text', 'The product, with its variant'),
      variable('product_url', 'url', 'Page of the product in the vendor’s area'),
      variable('sku', 'text', 'SKU of the variant'),
      variable('available', 'number', 'Pieces that can be sold'),
      variable('threshold', 'number', 'Below so many pieces stock counts as low'),
    ],
    sample: {
      variantId: '0197d111-6a7b-7c8d-9e0f-102132435465',
      productId: '0197d110-5f6a-7b8c-8d9e-0f1021324354',
      productTitle: 'Block-printed cotton kurta, indigo, M',
      productUrl: 'https://store.example.com/vendor/products/1',
      sku: 'KT-KURTA-IN-M',
      available: 3,
      threshold: 5,
    },
  }),
];
