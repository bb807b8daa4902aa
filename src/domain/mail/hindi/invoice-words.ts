import { translated } from '#domain/mail/translated-words.js';
import { ADDRESSED } from './addressed.js';

export const invoiceWords = translated({
  'invoice.hsn_missing/vendor_member': {
    subject: 'आपके इनवॉइस में HSN कोड नहीं हैं',
    heading: 'कृपया छूटे हुए HSN कोड जोड़ें',
    body: `${ADDRESSED}
<p>ऑर्डर <strong>{{order_number}}</strong> का इनवॉइस <strong>{{invoice_number}}</strong> जारी हुआ, पर उसकी {{line_count}} पंक्तियों में HSN कोड की जगह डैश छपा है:</p>
<p>{{products}}</p>
<p>जारी हो चुके इनवॉइस वैसे ही रहेंगे। अपने प्रॉडक्ट में कोड जोड़ दें, तो आगे के ऑर्डर के इनवॉइस पर वे छपेंगे। आपके ऑर्डर की सूची में दिखता है कि कितनी पंक्तियों में कोड नहीं है।</p>
<p><a class="button" href="{{gaps_url}}">कोड जोड़ें</a></p>`,
  },
  'invoice.refused/vendor_member': {
    subject: 'ऑर्डर {{order_number}} का इनवॉइस जारी नहीं हो पाया',
    heading: 'एक इनवॉइस जारी नहीं हो पाया',
    body: `${ADDRESSED}
<p>ऑर्डर <strong>{{order_number}}</strong> का आपका पार्सल भेज दिया गया, पर उसका इनवॉइस जारी नहीं हो पाया:</p>
<p>{{problem}}</p>
<p>बताए गए कारण को ठीक करें, जैसे अपनी प्रोफ़ाइल में। इनवॉइस बनाने की कोशिश हर घंटे फिर की जाएगी।</p>
<p><a class="button" href="{{order_url}}">ऑर्डर खोलें</a></p>`,
  },
  'commission.gst_from/vendor_member': {
    subject: '{{from}} से कमीशन पर GST लगेगा',
    heading: 'हमारे कमीशन पर GST',
    body: `${ADDRESSED}
<p><strong>{{from}}</strong> से हमारे कमीशन पर <strong>{{rate}}</strong> GST लगेगा। यह कमीशन के साथ आपके भुगतान में से काटा जाएगा और हर महीने के कमीशन इनवॉइस पर दिखेगा।</p>
<p>उस दिन से पहले की बिक्री और उसके रिफ़ंड पर यह नहीं लगेगा।</p>`,
  },
  'invoice.picture_missing/admin': {
    subject: 'इनवॉइस बिना एक चित्र के छप रहे हैं',
    heading: 'आपके इनवॉइस का एक चित्र नहीं खुल रहा',
    body: `${ADDRESSED}
<p>इनवॉइस सेटिंग <strong>{{setting}}</strong> के चित्र के बिना छप रहे हैं।</p>
<table class="facts">
<tr><th>कारण</th><td>{{reason}}</td></tr>
</table>
<p>चित्र फिर से अपलोड करें या उसका पता ठीक करें, फिर जिन इनवॉइस पर वह होना चाहिए उन्हें दोबारा बनाएँ।</p>
<p><a class="button" href="{{console_url}}/settings">सेटिंग खोलें</a></p>`,
  },
});
