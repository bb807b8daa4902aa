import { translated } from '#domain/mail/translated-words.js';
import { ADDRESSED } from './addressed.js';

const reasons = `<table class="facts">
<tr><th>प्रोडक्ट</th><td>{{product_title}}</td></tr>
<tr><th>कारण</th><td>{{reasons}}</td></tr>
<tr><th>टिप्पणी</th><td>{{note}}</td></tr>
</table>`;

const OPEN = '<p><a class="button" href="{{product_page}}">प्रोडक्ट खोलें</a></p>';

export const approvalWords = translated({
  'product.approved/vendor_member': {
    subject: '{{product_title}} मंज़ूर हो गया है',
    heading: 'आपका प्रोडक्ट मंज़ूर हो गया है',
    body: `${ADDRESSED}
<p><strong>{{product_title}}</strong> मंज़ूर हो गया है और {{store_name}} पर बिक्री के लिए उपलब्ध है।</p>
${OPEN}`,
  },
  'product.rejected/vendor_member': {
    subject: '{{product_title}} अभी बिक्री के लिए नहीं जा सकता',
    heading: 'आपका प्रोडक्ट मंज़ूर नहीं हुआ',
    body: `${ADDRESSED}
<p>प्रोडक्ट ड्राफ़्ट में रखा गया है। नीचे बताई गई चीज़ें बदलें और उसे फिर से प्रकाशित करें।</p>
${reasons}
${OPEN}`,
  },
  'product.change_approved/vendor_member': {
    subject: '{{product_title}} में आपका बदलाव मंज़ूर हो गया है',
    heading: 'आपका बदलाव मंज़ूर हो गया है',
    body: `${ADDRESSED}
<p><strong>{{product_title}}</strong> में आपका बदलाव मंज़ूर हो गया है; ग्राहक अब उसे देख सकते हैं।</p>
${OPEN}`,
  },
  'product.change_rejected/vendor_member': {
    subject: '{{product_title}} में आपका बदलाव मंज़ूर नहीं हुआ',
    heading: 'आपका बदलाव मंज़ूर नहीं हुआ',
    body: `${ADDRESSED}
<p>प्रोडक्ट पहले जैसा ही बिक्री के लिए उपलब्ध है।</p>
${reasons}
${OPEN}`,
  },
});
