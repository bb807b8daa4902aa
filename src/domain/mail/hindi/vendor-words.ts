import { translated } from '#domain/mail/translated-words.js';
import { ADDRESSED } from './addressed.js';

const identity = (end: string) => ({
  subject: '{{vendor_name}} की कानूनी पहचान बदली गई है',
  heading: 'कानूनी नाम या GSTIN बदला गया है',
  body: `${ADDRESSED}
<p>{{store_name}} पर <strong>{{vendor_name}}</strong> की कानूनी पहचान बदली गई है। अगले इनवॉइस से यही छपेगी।</p>
<table class="facts">
<tr><th>कानूनी नाम</th><td>{{legal_name}}</td></tr>
<tr><th>GSTIN</th><td>{{gstin}}</td></tr>
<tr><th>पहले का कानूनी नाम</th><td>{{former_legal_name}}</td></tr>
<tr><th>पहले का GSTIN</th><td>{{former_gstin}}</td></tr>
</table>
${end}`,
});

export const vendorWords = translated({
  'vendor.application.submitted/vendor_member': {
    subject: 'आपका आवेदन मिल गया है, {{vendor_name}}',
    heading: 'आवेदन के लिए धन्यवाद',
    body: `${ADDRESSED}
<p>{{store_name}} पर बेचने के लिए <strong>{{vendor_name}}</strong> का आवेदन हमें मिल गया है। हम इसे देखकर आपको इसी पते पर लिखेंगे, आम तौर पर दो कामकाजी दिनों में।</p>
<p class="quiet">कुछ और जोड़ना है? {{support_email}} पर लिखें।</p>`,
  },
  'vendor.application.approved/vendor_member': {
    subject: '{{store_name}} पर आपका स्वागत है, {{vendor_name}}',
    heading: 'आपकी दुकान खुल गई है',
    body: `${ADDRESSED}
<p><strong>{{vendor_name}}</strong> अब {{store_name}} पर बेच सकता है। पहले ऑर्डर तक तीन कदम:</p>
<ol>
<li>GSTIN और पते के साथ अपनी प्रोफ़ाइल पूरी करें: यही आपके इनवॉइस पर छपेंगे।</li>
<li>प्रॉडक्ट जोड़ें, एक-एक करके या CSV फ़ाइल से।</li>
<li>चुनें कि आप सामान कैसे भेजेंगे।</li>
</ol>
<p><a class="button" href="{{dashboard_url}}">अपनी दुकान खोलें</a></p>`,
  },
  'vendor.application.rejected/vendor_member': {
    subject: 'आपके आवेदन के बारे में, {{vendor_name}}',
    heading: 'हम अभी आपकी दुकान नहीं खोल सकते',
    body: `${ADDRESSED}
<p>{{store_name}} पर बेचने में रुचि दिखाने के लिए धन्यवाद। इस बार हम <strong>{{vendor_name}}</strong> का आवेदन स्वीकार नहीं कर पाए।</p>
<table class="facts">
<tr><th>कारण</th><td>{{reason}}</td></tr>
</table>
<p>यह बात ठीक हो जाने पर आप फिर से आवेदन कर सकते हैं। कोई सवाल? {{support_email}} पर लिखें।</p>`,
  },
  'vendor.member_invited/vendor_member': {
    subject: '{{inviter_name}} ने आपको {{vendor_name}} में बुलाया है',
    heading: '{{vendor_name}} में साथ काम करें',
    body: `${ADDRESSED}
<p>{{inviter_name}} चाहते हैं कि आप {{store_name}} पर <strong>{{vendor_name}}</strong> के लिए काम करें। अभी आपको किसी अकाउंट की ज़रूरत नहीं है: बटन से खुलने वाला पेज इसी पते पर भेजे गए लिंक से आपको साइन इन कराएगा।</p>
<p><a class="button" href="{{url}}">निमंत्रण देखें</a></p>
<p class="quiet">{{inviter_name}} को नहीं जानते? तो इस मेल पर ध्यान न दें।</p>`,
  },
  'vendor.identity_changed/vendor_member': identity(
    '<p class="quiet">यह बदलाव आपने नहीं किया? तुरंत {{support_email}} पर लिखें।</p>',
  ),
  'vendor.identity_changed/admin':
    identity(`<p class="quiet">यह बदलाव अनजाना लगता है? विक्रेता को देखें और उसके मालिक से पूछें।</p>
<p><a class="button" href="{{console_url}}/admin/vendors/{{vendor_id}}">विक्रेता खोलें</a></p>`),
  'payout.paid/vendor_member': {
    subject: 'हमने {{payout_amount}} का भुगतान कर दिया है',
    heading: 'आपका भुगतान भेज दिया गया है',
    body: `${ADDRESSED}
<p>हमने {{vendor_name}} के बैंक खाते में <strong>{{payout_amount}}</strong> भेज दिए हैं।</p>
<table class="facts">
<tr><th>संदर्भ संख्या</th><td>{{reference}}</td></tr>
<tr><th>कब तक की बिक्री</th><td>{{period_end}}</td></tr>
<tr><th>भुगतान का समय</th><td>{{paid_at}}</td></tr>
</table>
<p><a class="button" href="{{dashboard_url}}">हिसाब देखें</a></p>`,
  },
  'payout.returned/vendor_member': {
    subject: '{{payout_amount}} का आपका भुगतान नहीं पहुँचा',
    heading: 'आपका भुगतान नहीं पहुँचा',
    body: `${ADDRESSED}
<p>बैंक ने {{vendor_name}} के खाते में <strong>{{payout_amount}}</strong> जमा नहीं किए। यह राशि फिर से आपके बैलेंस में है और अगले भुगतान के साथ भेजी जाएगी।</p>
<table class="facts">
<tr><th>कारण</th><td>{{failure_reason}}</td></tr>
<tr><th>कब लौटा</th><td>{{returned_at}}</td></tr>
</table>
<p><a class="button" href="{{dashboard_url}}">बैंक जानकारी जाँचें</a></p>`,
  },
  'payout.bank_changed/vendor_member': {
    subject: '{{vendor_name}} की बैंक जानकारी बदली गई है',
    heading: 'आपकी बैंक जानकारी बदली गई है',
    body: `${ADDRESSED}
<p>जिस बैंक खाते में <strong>{{vendor_name}}</strong> का भुगतान जाता है, उसकी जानकारी बदली गई है। भुगतान कम से कम {{hold_hours}} घंटे के लिए रोक दिए गए हैं। जब भुगतान नए खाते में जाने लगेंगे, हम आपको लिखेंगे।</p>
<table class="facts">
<tr><th>किसने बदला</th><td>{{changed_by}}</td></tr>
<tr><th>कब बदला</th><td>{{changed_at}}</td></tr>
</table>
<p><a class="button" href="{{dashboard_url}}">बैंक जानकारी देखें</a></p>
<p class="quiet">यह बदलाव आपने नहीं किया? तुरंत {{support_email}} पर लिखें।</p>`,
  },
  'payout.account_verified/vendor_member': {
    subject: '{{vendor_name}} की बैंक जानकारी की पुष्टि हो गई है',
    heading: 'आपकी बैंक जानकारी की पुष्टि हो गई है',
    body: `${ADDRESSED}
<p><strong>{{vendor_name}}</strong> की नई बैंक जानकारी की पुष्टि हो गई है। भुगतान अब रुके हुए नहीं हैं और इसी खाते में जाएँगे।</p>
<table class="facts">
<tr><th>पुष्टि कब हुई</th><td>{{verified_at}}</td></tr>
</table>
<p><a class="button" href="{{dashboard_url}}">बैंक जानकारी देखें</a></p>
<p class="quiet">यह बदलाव आपने नहीं किया? तुरंत {{support_email}} पर लिखें।</p>`,
  },
  'payout.account_failed/vendor_member': {
    subject: '{{vendor_name}} के भुगतान रुके हैं: बैंक जानकारी जाँचें',
    heading: 'आपकी बैंक जानकारी की पुष्टि नहीं हो सकी',
    body: `${ADDRESSED}
<p><strong>{{vendor_name}}</strong> की नई बैंक जानकारी की पुष्टि नहीं हो सकी। जब तक इसे ठीक नहीं किया जाता, भुगतान रुके रहेंगे।</p>
<table class="facts">
<tr><th>कारण</th><td>{{failure_reason}}</td></tr>
</table>
<p><a class="button" href="{{dashboard_url}}">बैंक जानकारी जाँचें</a></p>
<p class="quiet">कोई सवाल? {{support_email}} पर लिखें।</p>`,
  },
});
