import { translated } from '#domain/mail/translated-words.js';
import { ADDRESSED } from './addressed.js';

export const wishlistWords = translated({
  'wishlists.alerts/customer': {
    subject: 'आपकी विशलिस्ट से: {{item_titles}}',
    heading: 'आपकी विशलिस्ट की ख़बर',
    body: `${ADDRESSED}
<p>आपने चाहा था कि ये प्रॉडक्ट सस्ते होने या फिर से मिलने पर हम आपको बताएँ। हम इन्हें आपके लिए रोककर नहीं रख सकते, इसलिए ज़्यादा देर न करें।</p>
{{wishlist_items}}
<p><a class="button" href="{{wishlist_url}}">अपनी विशलिस्ट खोलें</a></p>
<p class="quiet">कीमतें इस मेल के लिखे जाने के समय की हैं। यह मेल आपको इसलिए मिला है क्योंकि आप {{store_name}} पर अपनी विशलिस्ट के बारे में “{{topic_name}}” वाले मेल चाहते हैं। <a href="{{unsubscribe_url}}">सदस्यता बंद करें या अपने मेल चुनें</a>।</p>
<p class="quiet">{{postal_address}}</p>`,
  },
});
