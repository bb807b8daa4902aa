import { defineTemplate, variable } from '#domain/mail/mail-template.js';

const variables = [
  variable('approval_id', 'text', 'Id of the approval'),
  variable('product_id', 'text', 'Id of the product'),
  variable('product_title', 'text', 'Title of the product'),
  variable('product_page', 'url', 'Page of the product in the vendor panel'),
];

const sample = {
  approvalId: '0197d115-4d5e-7f60-8172-83948596a7b8',
  productId: '0197d110-5f6a-7b8c-8d9e-0f1021324354',
  productTitle: 'Brass diya lamp',
  productPage: 'https://vendor.example.com/products/0197d110-5f6a-7b8c-8d9e-0f1021324354',
};

const rejected = [
  ...variables,
  variable('reasons', 'text', 'Why, by field'),
  variable('note', 'text', 'Why, as a whole'),
];
const rejectedSample = {
  ...sample,
  reasons: 'Images: Too small',
  note: 'Please show the lamp on a plain background',
};

const reasons = `<table class="facts">
<tr><th>Product</th><td>{{product_title}}</td></tr>
<tr><th>Reasons</th><td>{{reasons}}</td></tr>
<tr><th>Note</th><td>{{note}}</td></tr>
</table>`;

export const approvalTemplates = [
  defineTemplate({
    eventType: 'product.approved',
    role: 'vendor_member',
    description: 'A new product was approved and is on sale',
    subject: '{{product_title}} is approved',
    heading: 'Your product is approved',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p><strong>{{product_title}}</strong> is approved and on sale on {{store_name}}.</p>
<p><a class="button" href="{{product_page}}">Open the product</a></p>`,
    variables,
    sample,
  }),
  defineTemplate({
    eventType: 'product.rejected',
    role: 'vendor_member',
    description: 'A new product was rejected',
    subject: '{{product_title}} cannot go on sale yet',
    heading: 'Your product was not approved',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>The product is kept as a draft. Change what is named here and publish it again.</p>
${reasons}
<p><a class="button" href="{{product_page}}">Open the product</a></p>`,
    variables: rejected,
    sample: rejectedSample,
  }),
  defineTemplate({
    eventType: 'product.change_approved',
    role: 'vendor_member',
    description: 'A change of a product was approved and is on sale',
    subject: 'Your change of {{product_title}} is approved',
    heading: 'Your change is approved',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>Your change of <strong>{{product_title}}</strong> is approved; shoppers see it now.</p>
<p><a class="button" href="{{product_page}}">Open the product</a></p>`,
    variables,
    sample,
  }),
  defineTemplate({
    eventType: 'product.change_rejected',
    role: 'vendor_member',
    description: 'A change of a product was rejected',
    subject: 'Your change of {{product_title}} was not approved',
    heading: 'Your change was not approved',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>The product stays on sale as it was.</p>
${reasons}
<p><a class="button" href="{{product_page}}">Open the product</a></p>`,
    variables: rejected,
    sample: rejectedSample,
  }),
];
