import { translated } from '#domain/mail/translated-words.js';
import { ADDRESSED } from './addressed.js';

export const accountWords = translated({
  'auth.reset_password/customer': {
    subject: '{{store_name}} के लिए नया पासवर्ड बनाएँ',
    heading: 'नया पासवर्ड बनाएँ',
    body: `${ADDRESSED}
<p>किसी ने, शायद आपने ही, अपने {{store_name}} अकाउंट के लिए नया पासवर्ड माँगा है। उसे यहाँ बनाएँ:</p>
<p><a class="button" href="{{url}}">नया पासवर्ड बनाएँ</a></p>
<p class="quiet">यह लिंक एक ही बार और एक घंटे तक काम करेगा। अगर आपने इसे नहीं माँगा, तो कुछ करने की ज़रूरत नहीं: आपका पासवर्ड वही रहेगा।</p>`,
  },
  'auth.magic_link/customer': {
    subject: '{{store_name}} में साइन इन करने का लिंक',
    heading: '{{store_name}} में साइन इन करें',
    body: `${ADDRESSED}
<p>यह रहा साइन इन करने का आपका लिंक। पासवर्ड की ज़रूरत नहीं है।</p>
<p><a class="button" href="{{url}}">साइन इन करें</a></p>
<p class="quiet">यह लिंक एक ही बार और थोड़ी देर तक काम करेगा। अगर आपने इसे नहीं माँगा, तो इस मेल पर ध्यान न दें: इसके बिना कोई साइन इन नहीं कर सकता।</p>`,
  },
  'auth.verification/customer': {
    subject: 'अपना ई-मेल पता पक्का करें',
    heading: 'क्या यह आपका पता है?',
    body: `${ADDRESSED}
<p>कृपया पुष्टि करें कि यह पता आपका है, ताकि आपके ऑर्डर की जानकारी सही व्यक्ति तक पहुँचे।</p>
<p><a class="button" href="{{url}}">हाँ, यह मेरा पता है</a></p>
<p class="quiet">अगर आपने {{store_name}} पर अकाउंट नहीं बनाया, तो इस मेल पर ध्यान न दें।</p>`,
  },
  'auth.email_code/customer': {
    subject: '{{store_name}} के लिए आपका कोड {{code}} है',
    heading: 'अपना ई-मेल पता पक्का करें',
    body: `${ADDRESSED}
<p>कोई, शायद आप ही, इस ई-मेल पते से {{store_name}} पर ऑर्डर कर रहा है। पुष्टि के लिए यह कोड डालें:</p>
<p class="code">{{code}}</p>
<p class="quiet">यह कोड 15 मिनट तक मान्य है। अगर यह आप नहीं थे, तो इस मेल पर ध्यान न दें: इस कोड के बिना कैश ऑन डिलीवरी का कोई ऑर्डर नहीं होता।</p>`,
  },
  'auth.change_email/customer': {
    subject: 'ई-मेल पता बदलने की पुष्टि करें',
    heading: 'ई-मेल पता बदलना है?',
    body: `${ADDRESSED}
<p>आपने अपने {{store_name}} अकाउंट का पता बदलकर <strong>{{new_email}}</strong> करने को कहा है। यहाँ पुष्टि करने पर ही वह बदलेगा:</p>
<p><a class="button" href="{{url}}">बदलाव की पुष्टि करें</a></p>
<p class="quiet">यह आप नहीं थे? तो पुष्टि न करें, और सुरक्षा के लिए नया पासवर्ड बना लें।</p>`,
  },
  'auth.delete_account/customer': {
    subject: 'पुष्टि करें कि आपका अकाउंट मिटाना है',
    heading: 'अपना अकाउंट मिटाना है?',
    body: `${ADDRESSED}
<p>आपने अपना {{store_name}} अकाउंट मिटाने को कहा है। मिटाने के बाद उसे वापस नहीं लाया जा सकता। ऑर्डर और इनवॉइस उतने समय तक रखे जाते हैं जितना कानून कहता है।</p>
<p><a class="button" href="{{url}}">मेरा अकाउंट मिटाएँ</a></p>
<p class="quiet">मन बदल गया, या यह आप नहीं थे? इस मेल पर ध्यान न दें, सब कुछ वैसा ही रहेगा।</p>`,
  },
  'auth.password_changed/customer': {
    subject: 'आपका पासवर्ड बदल गया है',
    heading: 'आपका पासवर्ड बदल गया है',
    body: `${ADDRESSED}
<p>आपके {{store_name}} अकाउंट का पासवर्ड अभी-अभी बदला गया है। अगर यह आपने किया है, तो सब ठीक है।</p>
<p>अगर यह आपने नहीं किया, तो तुरंत नया पासवर्ड बनाएँ और हमें {{support_email}} पर लिखें।</p>
<p><a class="button" href="{{url}}">{{store_name}} पर जाएँ</a></p>`,
  },
  'auth.secure_settings_changed/admin': {
    subject: '{{store_name}} की सुरक्षा सेटिंग बदली गई हैं',
    heading: 'सुरक्षा सेटिंग बदली गई हैं',
    body: `${ADDRESSED}
<p>ऐसी सेटिंग बदली गई हैं जो तय करती हैं कि {{store_name}} के मेल और लिंक कहाँ जाते हैं, या दूसरी सेवाओं की साइन-इन जानकारी बदली गई है:</p>
<table class="facts">
<tr><th>सेटिंग</th><td>{{settings}}</td></tr>
<tr><th>किसने बदला</th><td>{{changed_by}}</td></tr>
<tr><th>समय</th><td>{{changed_at}}</td></tr>
</table>
<p>यह मेल उस कनेक्शन से भेजा गया है जो बदलाव से पहले चल रहा था। अगर यह बदलाव अनजाना लगे, तो ऊपर लिखा अकाउंट बंद करें और सेटिंग तुरंत पहले जैसी करें।</p>
<p><a class="button" href="{{console_url}}/admin/audit">ऑडिट लॉग खोलें</a></p>`,
  },
  'auth.welcome/customer': {
    subject: '{{store_name}} में आपका स्वागत है',
    heading: 'स्वागत है, {{customer_name | default: "आपसे मिलकर अच्छा लगा"}}!',
    body: `<p>आपका {{store_name}} अकाउंट तैयार है। इससे आप अपने ऑर्डर देख सकते हैं, पते सहेज सकते हैं और जल्दी चेकआउट कर सकते हैं।</p>
<p><a class="button" href="{{url}}">खरीदारी शुरू करें</a></p>
<p class="quiet">कोई सवाल? {{support_email}} पर लिखें; इसे हमारे लोग खुद पढ़ते हैं।</p>`,
  },
  'auth.rights_changed/admin': {
    subject: '{{store_name}} में अधिकार बदले गए हैं',
    heading: 'अधिकार बदले गए हैं',
    body: `${ADDRESSED}
<p>किसी ने बदला है कि {{store_name}} में कौन क्या कर सकता है:</p>
<table class="facts">
<tr><th>किसका</th><td>{{whom}}</td></tr>
<tr><th>क्या</th><td>{{what}}</td></tr>
<tr><th>किसने बदला</th><td>{{changed_by}}</td></tr>
<tr><th>किस पते से</th><td>{{address}}</td></tr>
<tr><th>डिवाइस</th><td>{{device}}</td></tr>
<tr><th>समय</th><td>{{changed_at}}</td></tr>
</table>
<p>अगर यह बदलाव अनजाना लगे, तो ऊपर लिखे अकाउंट पर रोक लगाएँ और अधिकार तुरंत वापस लें।</p>
<p><a class="button" href="{{console_url}}/admin/audit">ऑडिट लॉग खोलें</a></p>`,
  },
  'auth.money_acts/admin': {
    subject: '{{store_name}} में हाथ से भेजी गई रकम',
    heading: 'हाथ से भेजी गई रकम',
    body: `${ADDRESSED}
<p>इस तरह के पिछले मेल के बाद {{store_name}} के लोगों और API कुंजियों ने यह किया है:</p>
<table class="facts">
<tr><th>बनाए गए रिफ़ंड</th><td>{{refunds_created}}</td></tr>
<tr><th>चुकाए गए के रूप में दर्ज रिफ़ंड</th><td>{{refunds_paid}}</td></tr>
<tr><th>बनाए गए भुगतान</th><td>{{payouts_created}}</td></tr>
<tr><th>चुकाए गए के रूप में दर्ज भुगतान</th><td>{{payouts_paid}}</td></tr>
<tr><th>विफल के रूप में दर्ज भुगतान</th><td>{{payouts_failed}}</td></tr>
<tr><th>समायोजन</th><td>{{adjustments}}</td></tr>
<tr><th>दूसरे काम</th><td>{{other_acts}}</td></tr>
<tr><th>किसने</th><td>{{actors}}</td></tr>
</table>
<p>ऑडिट लॉग में इनमें से हर एक दर्ज है। अगर कोई काम अनजाना लगे, तो उस अकाउंट पर रोक लगाएँ या API कुंजी रद्द करें।</p>
<p><a class="button" href="{{console_url}}/admin/audit">ऑडिट लॉग खोलें</a></p>`,
  },
  'auth.money_approval/admin': {
    subject: '{{store_name}} में मंज़ूरी बाकी: {{what}}',
    heading: 'रकम का एक काम आपकी मंज़ूरी की राह देख रहा है',
    body: `${ADDRESSED}
<table class="facts">
<tr><th>क्या</th><td>{{what}}</td></tr>
<tr><th>किसने माँगा</th><td>{{asked_by}}</td></tr>
<tr><th>समय</th><td>{{asked_at}}</td></tr>
</table>
<p>यह तय सीमा से ऊपर है। जिसने माँगा है, उसके अलावा किसी और की मंज़ूरी के बिना कुछ नहीं चुकाया जाएगा।</p>
<p><a class="button" href="{{console_url}}/money?tab=approvals">मंज़ूर या नामंज़ूर करें</a></p>`,
  },
  'auth.money_confirmed_alone/admin': {
    subject: '{{store_name}} में दूसरे व्यक्ति के बिना पक्का किया गया: {{what}}',
    heading: 'दूसरे व्यक्ति के बिना पक्का किया गया',
    body: `${ADDRESSED}
<table class="facts">
<tr><th>क्या</th><td>{{what}}</td></tr>
<tr><th>किसने माँगा और पक्का किया</th><td>{{asked_by}}</td></tr>
<tr><th>कब माँगा</th><td>{{asked_at}}</td></tr>
</table>
<p>रकम के कामों को और कोई मंज़ूर नहीं कर सकता, इसलिए माँगने वाले ने बारह घंटे बाद दूसरे फ़ैक्टर के साथ इसे पक्का किया है। यह अधिकार किसी दूसरे व्यक्ति को भी दें।</p>
<p><a class="button" href="{{console_url}}/admin/audit">ऑडिट लॉग खोलें</a></p>`,
  },
  'auth.account_security/customer': {
    subject: 'आपके {{store_name}} अकाउंट की सुरक्षा',
    heading: 'क्या यह आप थे?',
    body: `${ADDRESSED}
<table class="facts">
<tr><th>क्या हुआ</th><td>{{what}}</td></tr>
<tr><th>किस पते से</th><td>{{address}}</td></tr>
<tr><th>डिवाइस</th><td>{{device}}</td></tr>
<tr><th>समय</th><td>{{changed_at}}</td></tr>
</table>
<p>अगर यह आप नहीं थे, तो तुरंत नया पासवर्ड बनाएँ और हमें {{support_email}} पर लिखें।</p>`,
  },
  'email.test/admin': {
    subject: '{{store_name}} का जाँच मेल',
    heading: 'मेल पहुँच रहे हैं',
    body: `<p>यह {{store_name}} का जाँच मेल है। यह मौजूदा मेल सेटिंग से भेजा गया है, इसलिए दूसरे मेल भी पहुँचेंगे।</p>
<p class="quiet">{{store_name}} की सेटिंग तक पहुँच रखने वाले किसी व्यक्ति ने इसे माँगा है।</p>`,
  },
});
