import { CART_ITEMS, defineTemplate, variable } from '#domain/mail/mail-template.js';
import { phrase } from '#domain/mail/phrase.js';

export const abandonedCartTemplates = [
  defineTemplate({
    eventType: 'abandoned_cart.reminder',
    role: 'customer',
    description: 'To buyers who have left items in a cart, after the hours that the settings say',
    subject: 'You left items in your cart',
    heading: 'Your cart is still here',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>These items are still in your cart:</p>
{{cart_items}}
<p>{{more_items}}</p>
<table class="facts">
<tr><th>Your code</th><td>{{coupon_code}}</td></tr>
<tr><th>Valid until</th><td>{{coupon_until}}</td></tr>
</table>
<p><a class="button" href="{{restore_url}}">Go to your cart</a></p>
<p class="quiet">Prices are those of this moment, and nothing is reserved.</p>
<p class="quiet">You get this mail because you left items in a cart at {{store_name}}, under “{{topic_name}}”. <a href="{{unsubscribe_url}}">Unsubscribe or choose your mails</a>.</p>
<p class="quiet">{{postal_address}}</p>`,
    variables: [
      variable(
        CART_ITEMS,
        'text',
        'The first items of the cart with their pictures and current prices, drawn by us',
      ),
      variable('more_items', 'text', 'How many items the mail does not show; empty where it shows all'),
      variable(
        'coupon_code',
        'text',
        'A code for the reader alone and one order; empty where the step has no discount',
      ),
      variable('coupon_until', 'day', 'The day until which the code is valid'),
      variable('restore_url', 'url', 'Page that restores the cart on any device'),
      variable('topic_name', 'text', 'The topic of reminders'),
      variable('unsubscribe_url', 'url', 'Page on which the reader chooses topics or unsubscribes'),
      variable('postal_address', 'text', 'Postal address of the store; empty while none is set'),
    ],
    sample: {
      moreItems: phrase('cart.more_items', { count: 3 }),
      couponCode: 'CART7K2M9QXWHP',
      couponUntil: '2026-11-30T12:00:00.000Z',
      restoreUrl: 'https://store.example.com/cart/restore?token=preview',
      topicName: 'Offers',
      unsubscribeUrl: 'https://api.example.com/store/unsubscribe/preview',
      postalAddress: 'Kaveri Textiles LLP',
    },
  }),
];
