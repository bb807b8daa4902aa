import { translated } from '#domain/mail/translated-words.js';
import { ADDRESSED } from './addressed.js';

const paymentDetails = `<table class="facts">
<tr><th>ऑर्डर की तारीख</th><td>{{placed_at}}</td></tr>
<tr><th>पेमेंट</th><td>{{payment_method}}</td></tr>
<tr><th>डिलीवरी पर नकद देना है</th><td>{{amount_due}}</td></tr>
</table>`;

const parcelSteps = `<li>पार्सल रवाना होते ही हम आपको ट्रैकिंग लिंक के साथ मेल भेजेंगे। उसका इनवॉइस आपके ऑर्डर के पेज पर मिलेगा।</li>
<li>सारा सामान पहुँच जाने पर हम एक बार और मेल भेजेंगे। उसके बाद आप रिटर्न का अनुरोध कर सकते हैं।</li>`;

const toPack = `<table class="facts">
<tr><th>कब तक भेजें</th><td>{{fulfil_by}}</td></tr>
<tr><th>कहाँ भेजें</th><td>{{ship_to}}</td></tr>
<tr><th>कुल नग</th><td>{{item_count}}</td></tr>
<tr><th>पेमेंट</th><td>{{payment_method}}</td></tr>
<tr><th>नकद लेना है</th><td>{{amount_due}}</td></tr>
<tr><th>ऑर्डर की तारीख</th><td>{{placed_at}}</td></tr>
</table>
<p><a class="button" href="{{order_url}}">ऑर्डर खोलें</a></p>
<h2>क्या पैक करना है</h2>
{{order_summary}}`;

export const orderWords = translated({
  'order.placed/customer': {
    subject: 'आपका ऑर्डर {{order_number}} हमें मिल गया है',
    heading: 'ऑर्डर के लिए धन्यवाद',
    preheader: '{{item_count}} आइटम, {{grand_total}}: पेमेंट करते ही ऑर्डर पक्का हो जाएगा',
    body: `${ADDRESSED}
<p>आपका ऑर्डर <strong>{{order_number}}</strong> हमें मिल गया है और सामान आपके लिए रोककर रखा गया है। <strong>{{payment_due}}</strong> का पेमेंट मिलते ही ऑर्डर पक्का हो जाएगा।</p>
<table class="facts">
<tr><th>सामान कब तक रुका रहेगा</th><td>{{pay_until}}</td></tr>
</table>
<p><a class="button" href="{{order_url}}">ऑर्डर देखें या पेमेंट करें</a></p>
{{order_summary}}
{{order_addresses}}`,
  },
  'order.confirmed/customer': {
    subject: 'आपका ऑर्डर {{order_number}} पक्का हो गया है',
    heading: 'आपका ऑर्डर पक्का हो गया है',
    preheader: '{{item_count}} आइटम, {{grand_total}}। रवाना होते ही हम आपको बताएँगे।',
    body: `${ADDRESSED}
<p>अच्छी खबर: आपका ऑर्डर <strong>{{order_number}}</strong> पक्का हो गया है और विक्रेता उसे तैयार कर रहे हैं।</p>
<p><a class="button" href="{{order_url}}">ऑर्डर देखें</a></p>
{{order_summary}}
{{order_addresses}}
${paymentDetails}
<h2>आगे क्या होगा</h2>
<ol>
<li>हर विक्रेता अपना सामान पैक करेगा। पार्सल रवाना होने तक आप <a href="{{order_url}}">ऑर्डर के पेज</a> से ऑर्डर रद्द कर सकते हैं।</li>
${parcelSteps}
</ol>`,
  },
  'guest_order.confirmation/customer': {
    subject: 'आपका ऑर्डर {{order_number}} पक्का हो गया है',
    heading: 'आपका ऑर्डर पक्का हो गया है',
    preheader: '{{item_count}} आइटम, {{grand_total}}। रवाना होते ही हम आपको बताएँगे।',
    body: `${ADDRESSED}
<p>आपका ऑर्डर <strong>{{order_number}}</strong> पक्का हो गया है और विक्रेता उसे तैयार कर रहे हैं।</p>
<p>आपने बिना अकाउंट के खरीदारी की है। ऑर्डर की जानकारी देखने के लिए नीचे दिया पेज खोलें और ऑर्डर नंबर तथा यह ई-मेल पता डालें।</p>
<p><a class="button" href="{{order_url}}">ऑर्डर की जानकारी देखें</a></p>
{{order_summary}}
{{order_addresses}}
${paymentDetails}
<h2>आगे क्या होगा</h2>
<ol>
<li>हर विक्रेता अपना सामान पैक करेगा।</li>
${parcelSteps}
</ol>`,
  },
  'order.payment_failed/customer': {
    subject: 'ऑर्डर {{order_number}} का पेमेंट नहीं हो पाया',
    heading: 'आपका पेमेंट नहीं हो पाया',
    body: `${ADDRESSED}
<p>ऑर्डर <strong>{{order_number}}</strong> के लिए <strong>{{payment_due}}</strong> का पेमेंट पूरा नहीं हुआ। आपके खाते से इसके लिए कोई रकम नहीं ली गई है।</p>
<table class="facts">
<tr><th>कारण</th><td>{{failure_reason}}</td></tr>
<tr><th>सामान कब तक रुका रहेगा</th><td>{{pay_until}}</td></tr>
</table>
<p>जब तक सामान रुका है, आप फिर से कोशिश कर सकते हैं, किसी दूसरे तरीके से भी। उसके बाद बस नया ऑर्डर कर दें।</p>
<p><a class="button" href="{{order_url}}">फिर से कोशिश करें</a></p>
{{order_summary}}`,
  },
  'order.cancelled/customer': {
    subject: 'ऑर्डर {{order_number}} रद्द हो गया है',
    heading: 'आपका ऑर्डर रद्द हो गया है',
    body: `${ADDRESSED}
<p>ऑर्डर <strong>{{order_number}}</strong> रद्द कर दिया गया है।</p>
<table class="facts">
<tr><th>कारण</th><td>{{reason}}</td></tr>
<tr><th>विक्रेता</th><td>{{vendor_name}}</td></tr>
<tr><th>रिफ़ंड</th><td>{{refund_amount}}</td></tr>
<tr><th>किसमें</th><td>{{refund_to}}</td></tr>
<tr><th>अधिक से अधिक कब तक</th><td>{{refund_by}}</td></tr>
</table>
<p>{{refund_note}}</p>
<p><a class="button" href="{{order_url}}">ऑर्डर देखें</a></p>
{{order_summary}}`,
  },
  'order.rest_cancelled/customer': {
    subject: 'ऑर्डर {{order_number}}: कुछ आइटम नहीं आएँगे',
    heading: 'कुछ आइटम नहीं आएँगे',
    preheader: '{{vendor_name}} आपका पूरा ऑर्डर नहीं भेज पाएगा',
    body: `${ADDRESSED}
<p>{{vendor_name}} आपके ऑर्डर <strong>{{order_number}}</strong> का कुछ हिस्सा नहीं भेज पाएगा। जो पार्सल भेजे जा चुके हैं, वे पहले की तरह आएँगे।</p>
<h2>क्या नहीं आएगा</h2>
{{parcel_contents}}
<table class="facts">
<tr><th>कारण</th><td>{{reason}}</td></tr>
<tr><th>रिफ़ंड</th><td>{{refund_amount}}</td></tr>
<tr><th>किसमें</th><td>{{refund_to}}</td></tr>
<tr><th>अधिक से अधिक कब तक</th><td>{{refund_by}}</td></tr>
<tr><th>डिलीवरी पर इतना कम देना है</th><td>{{less_due}}</td></tr>
</table>
<p>{{refund_note}}</p>
<p><a class="button" href="{{order_url}}">ऑर्डर देखें</a></p>`,
  },
  'refund.overpaid/admin': {
    subject: 'ऑर्डर {{order_number}} का रिफ़ंड दो बार हो गया',
    heading: 'एक रिफ़ंड दो बार हो गया',
    body: `${ADDRESSED}
<p>ऑर्डर <strong>{{order_number}}</strong> का <strong>{{amount}}</strong> का रिफ़ंड किसी दूसरे तरीके से दिया गया दर्ज था ({{reference}})। अब पेमेंट प्रदाता बता रहा है कि उसने भी यह रकम भेज दी है।</p>
<p>बहीखाते में यह एक ही बार गिना गया है। दूसरी बार गई रकम ग्राहक से वापस माँगें।</p>
<p><a class="button" href="{{console_url}}/admin/orders/{{order_id}}">ऑर्डर खोलें</a></p>`,
  },
  'order.refunded/customer': {
    subject: 'आपका {{refund_amount}} का रिफ़ंड भेज दिया गया है',
    heading: 'आपका रिफ़ंड भेज दिया गया है',
    body: `${ADDRESSED}
<p>हमने ऑर्डर <strong>{{order_number}}</strong> के <strong>{{refund_amount}}</strong> वापस भेज दिए हैं। {{refund_note}}</p>
<table class="facts">
<tr><th>रिफ़ंड</th><td>{{refund_amount}}</td></tr>
<tr><th>किसमें</th><td>{{refund_to}}</td></tr>
<tr><th>अधिक से अधिक कब तक</th><td>{{refund_by}}</td></tr>
<tr><th>कारण</th><td>{{reason}}</td></tr>
<tr><th>संदर्भ संख्या</th><td>{{reference}}</td></tr>
</table>
<p><a class="button" href="{{order_url}}">ऑर्डर देखें</a></p>`,
  },
  'order.delivered/customer': {
    subject: 'ऑर्डर {{order_number}} पहुँच गया है',
    heading: 'आपका ऑर्डर पहुँच गया है',
    body: `${ADDRESSED}
<p>ऑर्डर <strong>{{order_number}}</strong> डिलीवर हो गया है। उम्मीद है आपको सामान पसंद आएगा!</p>
<p>अगर कुछ ठीक न हो, तो आप ऑर्डर के पेज से रिटर्न का अनुरोध कर सकते हैं।</p>
<table class="facts">
<tr><th>डिलीवरी का समय</th><td>{{delivered_at}}</td></tr>
<tr><th>रिटर्न की आखिरी तारीख</th><td>{{return_until}}</td></tr>
</table>
<p><a class="button" href="{{order_url}}">ऑर्डर देखें</a></p>
{{order_summary}}`,
  },
  'order.cancelled/vendor_member': {
    subject: 'ऑर्डर {{order_number}} रद्द हो गया है: इसे न भेजें',
    heading: 'एक ऑर्डर रद्द हो गया है',
    body: `${ADDRESSED}
<p>ऑर्डर <strong>{{order_number}}</strong> रद्द हो गया है। इसे न भेजें; इसका स्टॉक फिर से बिक्री के लिए उपलब्ध है।</p>
{{order_summary}}
<table class="facts">
<tr><th>कारण</th><td>{{reason}}</td></tr>
<tr><th>ऑर्डर की तारीख</th><td>{{placed_at}}</td></tr>
</table>
<p><a class="button" href="{{order_url}}">ऑर्डर खोलें</a></p>`,
  },
  'order.placed/vendor_member': {
    subject: 'नया ऑर्डर {{order_number}} भेजना है',
    heading: 'आपको नया ऑर्डर मिला है',
    preheader: '{{ship_to}} के लिए {{item_count}} नग',
    body: `${ADDRESSED}
<p>ऑर्डर <strong>{{order_number}}</strong> पक्का हो गया है और आपके भेजने का इंतज़ार कर रहा है।</p>
${toPack}`,
  },
  'order.fulfil_reminder/vendor_member': {
    subject: 'ऑर्डर {{order_number}} अब तक भेजा नहीं गया है',
    heading: 'एक ऑर्डर भेजा जाना बाकी है',
    preheader: '{{ship_to}} के लिए {{item_count}} नग',
    body: `${ADDRESSED}
<p>ऑर्डर <strong>{{order_number}}</strong> पक्का हो चुका है, पर अब तक भेजा नहीं गया है। कृपया इसे भेज दें, और न भेज पाएँ तो रद्द कर दें।</p>
${toPack}`,
  },
});
