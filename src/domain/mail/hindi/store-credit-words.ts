import { translated } from '#domain/mail/translated-words.js';
import { ADDRESSED } from './addressed.js';

export const storeCreditWords = translated({
  'store_credit.added/customer': {
    subject: 'आपके स्टोर क्रेडिट में {{credit_amount}} जुड़ गए हैं',
    heading: 'आपका स्टोर क्रेडिट बढ़ गया है',
    body: `${ADDRESSED}
<p>हमने आपके स्टोर क्रेडिट में <strong>{{credit_amount}}</strong> जोड़े हैं। अगली ख़रीदारी में आप इससे पूरा भुगतान कर सकते हैं, या इसके साथ भुगतान का कोई और तरीका चुन सकते हैं।</p>
<table class="facts">
<tr><th>जोड़ी गई रकम</th><td>{{credit_amount}}</td></tr>
<tr><th>किसलिए</th><td>{{reason}}</td></tr>
<tr><th>अब आपका स्टोर क्रेडिट</th><td>{{credit_balance}}</td></tr>
</table>
<p><a class="button" href="{{store_url}}">स्टोर पर जाएँ</a></p>`,
  },
});
