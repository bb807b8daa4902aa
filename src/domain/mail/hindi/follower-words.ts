import { translated } from '#domain/mail/translated-words.js';
import { ADDRESSED } from './addressed.js';

export const followerWords = translated({
  'followed_vendors.new_products/customer': {
    subject: '{{vendor_names}} के नए प्रॉडक्ट',
    heading: 'आपके पसंदीदा विक्रेताओं के नए प्रॉडक्ट',
    body: `${ADDRESSED}
<p>हमारे पिछले मेल के बाद ये नए प्रॉडक्ट आए हैं:</p>
{{new_products}}
<p><a class="button" href="{{store_url}}">स्टोर पर जाएँ</a></p>
<p class="quiet">यह मेल आपको इसलिए मिला है क्योंकि आप {{store_name}} पर विक्रेताओं को फ़ॉलो करते हैं और “{{topic_name}}” के बारे में मेल चाहते हैं। <a href="{{unsubscribe_url}}">सदस्यता बंद करें या अपने मेल चुनें</a>।</p>
<p class="quiet">{{postal_address}}</p>`,
  },
});
