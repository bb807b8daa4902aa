import { defineTemplate, variable, WISHLIST_ITEMS } from '#domain/mail/mail-template.js';

export const wishlistTemplates = [
  defineTemplate({
    eventType: 'wishlists.alerts',
    role: 'customer',
    description:
      'At most once a day, to customers who asked for it: items of their wishlists are cheaper or back in stock',
    subject: 'From your wishlist: {{item_titles}}',
    heading: 'News from your wishlist',
    body: `<p>Hi {{customer_name | default: "there"}},</p>
<p>You asked us to tell you when these products are cheaper or can be bought again. We cannot hold them for you, so do not wait too long.</p>
{{wishlist_items}}
<p><a class="button" href="{{wishlist_url}}">Open your wishlist</a></p>
<p class="quiet">Prices are those when this mail was written. You get it because you want mails about items of your wishlist at {{store_name}}, which are called “{{topic_name}}”. <a href="{{unsubscribe_url}}">Unsubscribe or choose your mails</a>.</p>
<p class="quiet">{{postal_address}}</p>`,
    variables: [
      variable('item_titles', 'text', 'The first products, two of them at most'),
      variable('item_count', 'number', 'Items that changed; the mail shows twelve of them at most'),
      variable(WISHLIST_ITEMS, 'text', 'The items with their pictures and prices, drawn by us'),
      variable('wishlist_url', 'url', 'Page of the wishlists; blank for a store without an address'),
      variable('topic_name', 'text', 'The topic that the reader is subscribed to'),
      variable('unsubscribe_url', 'url', 'Page on which the reader chooses topics or unsubscribes'),
      variable('postal_address', 'text', 'Postal address of the store; empty while none is set'),
    ],
    sample: {
      itemTitles: 'Block-printed cotton kurta, Brass diya lamp',
      itemCount: 2,
      wishlistUrl: 'https://store.example.com/account/wishlists',
      topicName: 'My wishlist',
      unsubscribeUrl: 'https://api.example.com/store/unsubscribe/preview',
      postalAddress: 'Kaveri Textiles LLP',
    },
  }),
];
