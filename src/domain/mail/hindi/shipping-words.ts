import { translated } from '#domain/mail/translated-words.js';
import { ADDRESSED } from './addressed.js';

const contents = `<h2>इस पार्सल में</h2>
{{parcel_contents}}`;

const returning = (link: string) => ({
  subject: 'ऑर्डर {{order_number}}: पार्सल वापस आ रहा है',
  heading: 'एक पार्सल वापस आ रहा है',
  body: `${ADDRESSED}
<p>कूरियर ऑर्डर <strong>{{order_number}}</strong> का एक पार्सल डिलीवर नहीं कर पाया और उसे भेजने वाले को लौटा रहा है।</p>
<table class="facts">
<tr><th>कूरियर</th><td>{{courier_name}}</td></tr>
<tr><th>ट्रैकिंग नंबर</th><td>{{tracking_code}}</td></tr>
</table>
<p>जब तक कोई फ़ैसला नहीं लिया जाता, इस विक्रेता के हिस्से की स्थिति जैसी है वैसी ही रहेगी।</p>
<p><a class="button" href="${link}">ऑर्डर खोलें</a></p>`,
});

export const shippingWords = translated({
  'shipping.shipment.created/customer': {
    subject: 'ऑर्डर {{order_number}} रवाना हो गया है',
    heading: 'आपका पार्सल रवाना हो गया है',
    preheader: '{{vendor_name}} ने {{courier_name}} से पार्सल भेजा है',
    body: `${ADDRESSED}
<p>आपके ऑर्डर <strong>{{order_number}}</strong> का एक पार्सल भेज दिया गया है।</p>
<table class="facts">
<tr><th>विक्रेता</th><td>{{vendor_name}}</td></tr>
<tr><th>कूरियर</th><td>{{courier_name}}</td></tr>
<tr><th>ट्रैकिंग नंबर (AWB)</th><td>{{tracking_code}}</td></tr>
<tr><th>रवाना होने का समय</th><td>{{occurred_at}}</td></tr>
<tr><th>इस दिन तक आना चाहिए (भारत में)</th><td>{{expected_on}}</td></tr>
</table>
<p><a class="button" href="{{tracking_url}}">पार्सल ट्रैक करें</a></p>
${contents}
<p>इस पार्सल का इनवॉइस <a href="{{order_url}}">आपके ऑर्डर के पेज</a> पर है।</p>
{{order_addresses}}`,
  },
  'shipping.tracking.updated/customer': {
    subject: 'ऑर्डर {{order_number}}: {{status_label}}',
    heading: '{{status_label}}',
    body: `${ADDRESSED}
<p>आपके ऑर्डर <strong>{{order_number}}</strong> के एक पार्सल की नई जानकारी आई है।</p>
<table class="facts">
<tr><th>स्थिति</th><td>{{status_label}}</td></tr>
<tr><th>जगह</th><td>{{location}}</td></tr>
<tr><th>समय</th><td>{{occurred_at}}</td></tr>
<tr><th>कूरियर</th><td>{{courier_name}}</td></tr>
<tr><th>ट्रैकिंग नंबर (AWB)</th><td>{{tracking_code}}</td></tr>
<tr><th>डिलीवरी पर नकद देना है</th><td>{{amount_due}}</td></tr>
</table>
<p><a class="button" href="{{tracking_url}}">पार्सल ट्रैक करें</a></p>
${contents}
<p>कुछ और देखना है? <a href="{{order_url}}">अपने ऑर्डर का पेज</a> खोलें।</p>`,
  },
  'shipping.shipment.cancelled/customer': {
    subject: 'ऑर्डर {{order_number}} का एक पार्सल रद्द हो गया है',
    heading: 'एक पार्सल रद्द हो गया है',
    body: `${ADDRESSED}
<p>आपके ऑर्डर <strong>{{order_number}}</strong> का एक पार्सल तय योजना के अनुसार नहीं आएगा।</p>
<table class="facts">
<tr><th>विक्रेता</th><td>{{vendor_name}}</td></tr>
<tr><th>कारण</th><td>{{reason}}</td></tr>
</table>
<p>आगे क्या होगा और रिफ़ंड कब मिलेगा, यह आपके ऑर्डर के पेज पर दिखेगा।</p>
<p><a class="button" href="{{order_url}}">ऑर्डर देखें</a></p>
${contents}`,
  },
  'shipping.shipment.returning/vendor_member': returning('{{order_url}}'),
  'shipping.shipment.returning/admin': returning('{{console_url}}/admin/orders/{{order_id}}'),
  'shipping.shipment.stuck/admin': {
    subject: 'ऑर्डर {{order_number}}: {{hours}} घंटे बाद भी AWB नहीं मिला',
    heading: 'एक शिपमेंट का AWB नहीं मिला है',
    body: `${ADDRESSED}
<p>कूरियर ने {{hours}} घंटे पहले ऑर्डर <strong>{{order_number}}</strong> का शिपमेंट स्वीकार किया था, पर अब तक AWB नहीं दिया है। सात दिन तक उससे फिर पूछा जाता रहेगा।</p>
<table class="facts">
<tr><th>कूरियर</th><td>{{courier_name}}</td></tr>
<tr><th>विक्रेता</th><td>{{vendor_name}}</td></tr>
</table>
<p>कूरियर से पूछें कि शिपमेंट कहाँ है।</p>
<p><a class="button" href="{{console_url}}/admin/orders/{{order_id}}">ऑर्डर खोलें</a></p>`,
  },
  'shipping.work_list/admin': {
    subject: '{{total}} शिपमेंट फ़ैसले का इंतज़ार कर रहे हैं',
    heading: 'कुछ शिपमेंट फ़ैसले का इंतज़ार कर रहे हैं',
    body: `${ADDRESSED}
<p>इन शिपमेंट को ऐसे व्यक्ति का इंतज़ार है जो इन पर कार्रवाई कर सके। शिपमेंट की सूची में हर एक का कारण दिखता है।</p>
<table class="facts">
<tr><th>एक-दूसरे से उलट जानकारी, या एक AWB दो पार्सलों पर</th><td>{{attention}}</td></tr>
<tr><th>लंबे समय से बिना AWB</th><td>{{awaiting_awb}}</td></tr>
<tr><th>लंबे समय से बिना लेबल</th><td>{{awaiting_label}}</td></tr>
<tr><th>कूरियर ने रद्द नहीं किया</th><td>{{void_refused}}</td></tr>
<tr><th>रद्द होने के बाद भी रास्ते में</th><td>{{moved_after_cancel}}</td></tr>
<tr><th>भेजने वाले के पास लौट रहे</th><td>{{returning}}</td></tr>
</table>
<p><a class="button" href="{{console_url}}">कंसोल खोलें</a></p>`,
  },
});
