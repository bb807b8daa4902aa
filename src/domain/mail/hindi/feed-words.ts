import { translated } from '#domain/mail/translated-words.js';
import { ADDRESSED } from './addressed.js';

const disabled = {
  subject: 'एक वेबहुक एंडपॉइंट बंद कर दिया गया है',
  heading: 'एक वेबहुक एंडपॉइंट बंद कर दिया गया है',
  body: `<p>नमस्ते,</p>
<p>{{store_name}} अब उस वेबहुक एंडपॉइंट पर कुछ नहीं भेजेगा जिसके संपर्क के रूप में यह पता दर्ज है। इवेंट तीन दिन तक रखे जाते हैं, और एंडपॉइंट फिर से चालू होने पर भेजे जा सकते हैं।</p>
<table class="facts">
<tr><th>एंडपॉइंट</th><td>{{endpoint_url}}</td></tr>
<tr><th>कारण</th><td>{{reason}}</td></tr>
<tr><th>पिछली गड़बड़ी</th><td>{{last_error | default: "-"}}</td></tr>
</table>
<p><a class="button" href="{{dashboard_url}}">एंडपॉइंट देखें</a></p>`,
};

/** Of feeds and of webhooks. */
export const feedWords = translated({
  'feed.reconnect_required/admin': {
    subject: '{{feed_name}} को फिर से जोड़ें',
    heading: 'एक फ़ीड को फिर से जोड़ना होगा',
    body: `${ADDRESSED}
<p>दूसरी सेवा अब <strong>{{feed_name}}</strong> की साइन-इन जानकारी स्वीकार नहीं कर रही है। बदलाव सुरक्षित हैं और फिर से जुड़ने पर भेज दिए जाएँगे।</p>
<table class="facts">
<tr><th>कारण</th><td>{{reason}}</td></tr>
</table>
<p><a class="button" href="{{console_url}}/settings">फिर से जोड़ें</a></p>`,
  },
  'feed.token_expiring/admin': {
    subject: '{{feed_name}} का कनेक्शन जल्द खत्म होने वाला है',
    heading: 'एक कनेक्शन जल्द खत्म होने वाला है',
    body: `${ADDRESSED}
<p><strong>{{feed_name}}</strong> का यूज़र टोकन जल्द खत्म हो जाएगा। कोई कैटलॉग चुनें, जिससे उसकी जगह ऐसा टोकन आ जाएगा जो खत्म नहीं होता, या फ़ीड को फिर से जोड़ें।</p>
<table class="facts">
<tr><th>खत्म होने का समय</th><td>{{expires_at}}</td></tr>
</table>
<p><a class="button" href="{{console_url}}/settings">सेटिंग खोलें</a></p>`,
  },
  'feed.catalog_reminder/admin': {
    subject: '{{feed_name}} के लिए कैटलॉग चुनें',
    heading: 'कैटलॉग चुनना अभी बाकी है',
    body: `${ADDRESSED}
<p><strong>{{feed_name}}</strong> एक दिन पहले जोड़ा गया था। जब तक कोई बिज़नेस और कैटलॉग नहीं चुना जाता, कुछ नहीं भेजा जाएगा।</p>
<p><a class="button" href="{{console_url}}/settings">कैटलॉग चुनें</a></p>`,
  },
  'webhook.endpoint_disabled/admin': disabled,
  'webhook.endpoint_disabled/vendor_member': disabled,
});
