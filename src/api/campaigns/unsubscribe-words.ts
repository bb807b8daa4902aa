export type UnsubscribePageState = 'asking' | 'unsubscribed' | 'subscribed' | 'sample' | 'invalid';

export interface PageWords {
  title: string;
  text: string;
  button?: string;
  undo?: true;
}

/** Languages of the pages behind the links of campaigns. */
export const pageLanguages = ['en', 'hi'] as const;

const english: Record<UnsubscribePageState, PageWords> = {
  asking: {
    title: 'Unsubscribe from news?',
    text: 'Mails about your orders and your account are sent all the same.',
    button: 'Unsubscribe',
  },
  unsubscribed: {
    title: 'You are unsubscribed',
    text: 'You get no more news from us. Mails about your orders and your account are sent all the same.',
    button: 'Undo',
    undo: true,
  },
  subscribed: { title: 'You are subscribed again', text: 'You will get our news as before.' },
  sample: {
    title: 'This link is from a test mail',
    text: 'It unsubscribes nobody. Mails of a real campaign have a link for each recipient here.',
  },
  invalid: {
    title: 'This link is not valid',
    text: 'It may have been cut when it was copied. Open the link in the mail again, or use the unsubscribe button of your mail program.',
  },
};

const hindi: Record<UnsubscribePageState, PageWords> = {
  asking: {
    title: 'क्या आप हमारे समाचार बंद करना चाहते हैं?',
    text: 'आपके ऑर्डर और खाते से जुड़े मेल फिर भी आते रहेंगे।',
    button: 'बंद करें',
  },
  unsubscribed: {
    title: 'आपकी सदस्यता बंद हो गई है',
    text: 'अब हमारी ओर से कोई समाचार नहीं आएगा। आपके ऑर्डर और खाते से जुड़े मेल फिर भी आते रहेंगे।',
    button: 'वापस लें',
    undo: true,
  },
  subscribed: { title: 'आपकी सदस्यता फिर से चालू है', text: 'हमारे समाचार आपको पहले की तरह मिलेंगे।' },
  sample: {
    title: 'यह लिंक एक परीक्षण मेल का है',
    text: 'इससे किसी की सदस्यता बंद नहीं होती। असली मेल में यहाँ हर व्यक्ति का अपना लिंक होता है।',
  },
  invalid: {
    title: 'यह लिंक सही नहीं है',
    text: 'हो सकता है कि कॉपी करते समय यह कट गया हो। मेल में लिंक को फिर से खोलें, या अपने मेल ऐप का सदस्यता बंद करने वाला बटन दबाएँ।',
  },
};

export function pageWords(language: string): Record<UnsubscribePageState, PageWords> {
  return language === 'hi' ? hindi : english;
}

export interface PreferenceWords {
  title: string;
  lead: string;
  legend: string;
  always: string;
  alwaysNote: string;
  save: string;
  saved: string;
  all: string;
  undo: string;
  unsubscribed: (topic: string) => string;
}

const englishPreferences: PreferenceWords = {
  title: 'Your e-mail preferences',
  lead: 'Choose what we may write to you about.',
  legend: 'I would like mails about',
  always: 'Orders and account',
  alwaysNote: 'They belong to what you buy and are always sent.',
  save: 'Save',
  saved: 'Your choice is saved.',
  all: 'Unsubscribe from all marketing mails',
  undo: 'Undo',
  unsubscribed: (topic) => `You get no more mails about “${topic}”.`,
};

const hindiPreferences: PreferenceWords = {
  title: 'आपकी ई-मेल पसंद',
  lead: 'चुनें कि हम आपको किन बातों के बारे में लिखें।',
  legend: 'मुझे इनके बारे में मेल चाहिए',
  always: 'ऑर्डर और खाता',
  alwaysNote: 'ये आपकी ख़रीदारी से जुड़े हैं और हमेशा भेजे जाते हैं।',
  save: 'सेव करें',
  saved: 'आपकी पसंद सेव हो गई है।',
  all: 'सभी प्रचार मेल बंद करें',
  undo: 'वापस लें',
  unsubscribed: (topic) => `अब “${topic}” के बारे में कोई मेल नहीं आएगा।`,
};

export function preferenceWords(language: string): PreferenceWords {
  return language === 'hi' ? hindiPreferences : englishPreferences;
}
