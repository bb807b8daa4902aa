import { translated } from '#domain/mail/translated-words.js';
import { ADDRESSED } from './addressed.js';

export const abandonedCartWords = translated({
  'abandoned_cart.reminder/customer': {
    subject: 'आपके कार्ट में कुछ आइटम बाकी हैं',
    heading: 'आपका कार्ट अब भी मौजूद है',
    body: `${ADDRESSED}
<p>ये आइटम अब भी आपके कार्ट में हैं:</p>
{{cart_items}}
<p>{{more_items}}</p>
<table class="facts">
<tr><th>आपका कोड</th><td>{{coupon_code}}</td></tr>
<tr><th>मान्य तिथि</th><td>{{coupon_until}}</td></tr>
</table>
<p><a class="button" href="{{restore_url}}">कार्ट पर जाएँ</a></p>
<p class="quiet">दाम इस समय के हैं, और कोई आइटम आपके लिए रोका नहीं गया है।</p>
<p class="quiet">यह मेल आपको “{{topic_name}}” के तहत इसलिए मिला है क्योंकि आपने {{store_name}} पर कार्ट में आइटम छोड़े हैं। <a href="{{unsubscribe_url}}">सदस्यता बंद करें या अपने मेल चुनें</a>।</p>
<p class="quiet">{{postal_address}}</p>`,
  },
});
