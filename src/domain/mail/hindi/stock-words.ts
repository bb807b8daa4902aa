import { translated } from '#domain/mail/translated-words.js';
import { ADDRESSED } from './addressed.js';

export const stockWords = translated({
  'back_in_stock.available/customer': {
    subject: '{{product_title}} फिर से स्टॉक में है',
    heading: 'यह फिर से आ गया है',
    body: `${ADDRESSED}
<p>आपने बताने को कहा था: <strong>{{product_title}}</strong> अब फिर से खरीदा जा सकता है। हम इसे आपके लिए रोककर नहीं रख सकते, इसलिए ज़्यादा देर न करें।</p>
<table class="facts">
<tr><th>कीमत</th><td>{{price}}</td></tr>
</table>
<p><a class="button" href="{{product_url}}">प्रॉडक्ट देखें</a></p>
<p class="quiet">इसके बारे में यह अकेला मेल था: हर अनुरोध पर हम एक ही बार लिखते हैं। दूसरे प्रॉडक्ट का भी इंतज़ार है? <a href="{{stop_url}}">अपने सारे अनुरोध बंद करें</a>।</p>`,
  },
  'inventory.low_stock/vendor_member': {
    subject: '{{product_title}} का स्टॉक कम है',
    heading: 'स्टॉक कम है',
    body: `${ADDRESSED}
<p><strong>{{product_title}}</strong> खत्म होने वाला है। इसका स्टॉक एक बार सीमा से ऊपर जाने के बाद ही आपको इसके बारे में अगला मेल मिलेगा।</p>
<table class="facts">
<tr><th>SKU</th><td>{{sku}}</td></tr>
<tr><th>उपलब्ध</th><td>{{available}}</td></tr>
<tr><th>सीमा</th><td>{{threshold}}</td></tr>
</table>
<p><a class="button" href="{{product_url}}">स्टॉक अपडेट करें</a></p>`,
  },
  'back_in_stock.vendor_alert/vendor_member': {
    subject: '{{waiting_count}} ग्राहक {{product_title}} का इंतज़ार कर रहे हैं',
    heading: 'ग्राहक इंतज़ार कर रहे हैं',
    body: `${ADDRESSED}
<p><strong>{{waiting_count}}</strong> ग्राहकों ने कहा है कि <strong>{{product_title}}</strong> फिर से स्टॉक में आए तो उन्हें बताया जाए।</p>
<table class="facts">
<tr><th>SKU</th><td>{{sku}}</td></tr>
</table>
<p><a class="button" href="{{product_url}}">स्टॉक अपडेट करें</a></p>`,
  },
});
