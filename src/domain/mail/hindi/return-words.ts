import { translated } from '#domain/mail/translated-words.js';
import { ADDRESSED } from './addressed.js';

const withReason = `<table class="facts">
<tr><th>ऑर्डर</th><td>{{order_number}}</td></tr>
<tr><th>आइटम</th><td>{{item_title}}</td></tr>
<tr><th>कारण</th><td>{{reason}}</td></tr>
</table>`;

export const returnWords = translated({
  'return.requested/customer': {
    subject: 'ऑर्डर {{order_number}} के रिटर्न का अनुरोध मिल गया है',
    heading: 'आपका रिटर्न का अनुरोध मिल गया है',
    body: `${ADDRESSED}
<p>सामान लौटाने का आपका अनुरोध हमें मिल गया है। विक्रेता इसे देखेगा और उसका जवाब हम आपको मेल से बताएँगे।</p>
${withReason}
<p><a class="button" href="{{order_url}}">ऑर्डर देखें</a></p>`,
  },
  'return.requested/vendor_member': {
    subject: 'ऑर्डर {{order_number}} के रिटर्न का अनुरोध आया है',
    heading: 'एक ग्राहक सामान लौटाना चाहता है',
    body: `${ADDRESSED}
<p>कृपया यह अनुरोध देखें और उसे मंज़ूर या नामंज़ूर करें; ग्राहक जवाब का इंतज़ार कर रहा है।</p>
${withReason}
<p><a class="button" href="{{order_url}}">अनुरोध खोलें</a></p>`,
  },
  'return.approved/customer': {
    subject: 'ऑर्डर {{order_number}} का रिटर्न मंज़ूर हो गया है',
    heading: 'आपका रिटर्न मंज़ूर हो गया है',
    body: `${ADDRESSED}
<p>विक्रेता यह आइटम वापस ले रहा है। कृपया इसे अच्छी तरह पैक करें; आइटम पहुँचने और जाँचे जाने के बाद रिफ़ंड दिया जाएगा।</p>
<table class="facts">
<tr><th>ऑर्डर</th><td>{{order_number}}</td></tr>
<tr><th>आइटम</th><td>{{item_title}}</td></tr>
<tr><th>टिप्पणी</th><td>{{note}}</td></tr>
</table>
<p><a class="button" href="{{order_url}}">देखें कि कैसे लौटाना है</a></p>`,
  },
  'return.pickup_booked/customer': {
    subject: 'ऑर्डर {{order_number}}: कूरियर आपका सामान वापस लेने आएगा',
    heading: 'कूरियर आपका सामान वापस लेने आएगा',
    body: `${ADDRESSED}
<p>आप जो वापस भेज रहे हैं, उसे लेने कूरियर आपके डिलीवरी वाले पते पर आएगा। कृपया उसे पैक करके रखें।</p>
<table class="facts">
<tr><th>आइटम</th><td>{{item_title}}</td></tr>
<tr><th>कूरियर</th><td>{{courier_name}}</td></tr>
<tr><th>ट्रैकिंग नंबर (AWB)</th><td>{{awb}}</td></tr>
<tr><th>आने का दिन (भारत में)</th><td>{{pickup_on}}</td></tr>
</table>
<p>सामान पहुँचने और जाँच होने के बाद रिफ़ंड दिया जाएगा।</p>
<p><a class="button" href="{{order_url}}">ऑर्डर देखें</a></p>`,
  },
  'return.pickup_failed/customer': {
    subject: 'ऑर्डर {{order_number}}: वापसी का सामान नहीं लिया जा सका',
    heading: 'वापसी का सामान नहीं लिया जा सका',
    body: `${ADDRESSED}
<p>आप जो वापस भेज रहे हैं, उसे कूरियर नहीं ले पाया। ज़्यादातर कूरियर अगले कामकाजी दिन फिर आते हैं; विक्रेता को भी यह बता दिया गया है।</p>
<table class="facts">
<tr><th>आइटम</th><td>{{item_title}}</td></tr>
<tr><th>कूरियर</th><td>{{courier_name}}</td></tr>
<tr><th>ट्रैकिंग नंबर (AWB)</th><td>{{awb}}</td></tr>
<tr><th>अब तक की कोशिशें</th><td>{{attempts}}</td></tr>
</table>
<p><a class="button" href="{{order_url}}">ऑर्डर देखें</a></p>`,
  },
  'return.pickup_failed/vendor_member': {
    subject: 'ऑर्डर {{order_number}}: वापसी का सामान नहीं लिया जा सका',
    heading: 'वापसी का सामान नहीं लिया जा सका',
    body: `${ADDRESSED}
<p>कूरियर ऑर्डर <strong>{{order_number}}</strong> की वापसी का सामान ग्राहक से नहीं ले पाया।</p>
<table class="facts">
<tr><th>आइटम</th><td>{{item_title}}</td></tr>
<tr><th>कूरियर</th><td>{{courier_name}}</td></tr>
<tr><th>ट्रैकिंग नंबर (AWB)</th><td>{{awb}}</td></tr>
<tr><th>अब तक की कोशिशें</th><td>{{attempts}}</td></tr>
</table>
<p>ग्राहक के साथ कोई दिन तय करें, या यह पिकअप ख़त्म होने पर किसी दूसरे कूरियर को भेजें।</p>
<p><a class="button" href="{{order_url}}">वापसी के अनुरोध देखें</a></p>`,
  },
  'return.arrived/vendor_member': {
    subject: 'ऑर्डर {{order_number}}: वापसी का सामान पहुँच गया है',
    heading: 'वापसी का सामान पहुँच गया है',
    body: `${ADDRESSED}
<p>कूरियर के अनुसार ऑर्डर <strong>{{order_number}}</strong> की वापसी का सामान पहुँच गया है। उसे देखकर प्राप्त करें: ग्राहक रिफ़ंड का इंतज़ार कर रहा है।</p>
<table class="facts">
<tr><th>आइटम</th><td>{{item_title}}</td></tr>
<tr><th>कूरियर</th><td>{{courier_name}}</td></tr>
<tr><th>ट्रैकिंग नंबर (AWB)</th><td>{{awb}}</td></tr>
</table>
<p><a class="button" href="{{order_url}}">वापसी के अनुरोध देखें</a></p>`,
  },
  'return.rejected/customer': {
    subject: 'ऑर्डर {{order_number}} के आपके रिटर्न के बारे में',
    heading: 'आपका रिटर्न मंज़ूर नहीं हुआ',
    body: `${ADDRESSED}
<p>हमें खेद है: विक्रेता यह आइटम वापस नहीं ले सकता।</p>
${withReason}
<p>अगर आप इससे सहमत नहीं हैं, तो {{support_email}} पर लिखें। हम मिलकर इसे देखेंगे।</p>`,
  },
});
