import { nearestLocale } from '#domain/mail/locales.js';
import { formatMoney } from '#domain/mail/template-variables.js';
import type { CouponOutcome } from './evaluate-coupons.js';

const english = {
  amount: 'Add {amount} more to get {title}',
  piece: 'Add 1 more item to get {title}',
  pieces: 'Add {count} more items to get {title}',
  moreAmount: '{title} applies; add {amount} more to save more',
  morePiece: '{title} applies; add 1 more item to save more',
  morePieces: '{title} applies; add {count} more items to save more',
  shipping: '{title}: shipping is free',
  gift: '{title}: your gift is in the cart',
  applied: '{title} saves you {amount}',
  combination: '{title} cannot be combined with what applies to this cart',
  giftGone: 'The gift of {title} is no longer available',
  someGiftGone: 'A gift that was in your cart is no longer available',
};
type Words = typeof english;

const hindi: Words = {
  amount: '{title} पाने के लिए {amount} का सामान और जोड़ें',
  piece: '{title} पाने के लिए 1 आइटम और जोड़ें',
  pieces: '{title} पाने के लिए {count} आइटम और जोड़ें',
  moreAmount: '{title} लागू है; और बचत के लिए {amount} का सामान और जोड़ें',
  morePiece: '{title} लागू है; और बचत के लिए 1 आइटम और जोड़ें',
  morePieces: '{title} लागू है; और बचत के लिए {count} आइटम और जोड़ें',
  shipping: '{title}: डिलीवरी मुफ़्त है',
  gift: '{title}: आपका उपहार कार्ट में है',
  applied: '{title} से आपकी {amount} की बचत',
  combination: '{title} को इस कार्ट पर लागू छूट के साथ नहीं जोड़ा जा सकता',
  giftGone: '{title} का उपहार अब उपलब्ध नहीं है',
  someGiftGone: 'आपके कार्ट का एक उपहार अब उपलब्ध नहीं है',
};

const languages: Readonly<Record<string, Words>> = { en: english, hi: hindi };

/** What a buyer reads of an automatic offer: why it applies, or what is missing. English where a language has no words. */
export function offerMessage(
  { discount, refusal, amount, waivedShipping, missing }: CouponOutcome,
  { currency, locale = 'en' }: { currency: string; locale?: string },
): string {
  const { language, words } = wordsOf(locale);
  const money = (subunits: number) => formatMoney(subunits, currency, language);
  const say = (key: keyof Words, shown = '', count = 0) =>
    words[key].replace(/\{(title|amount|count)\}/g, (_all, name: string) =>
      name === 'title' ? discount.name : name === 'amount' ? shown : String(count),
    );
  if (missing?.amount != null) return say(refusal ? 'amount' : 'moreAmount', money(missing.amount));
  if (missing?.quantity === 1) return say(refusal ? 'piece' : 'morePiece');
  if (missing?.quantity != null) return say(refusal ? 'pieces' : 'morePieces', '', missing.quantity);
  if (refusal) return say('combination');
  if (discount.offer?.kind === 'GIFT') return say('gift');
  return amount === 0 ? say('shipping') : say('applied', money(amount + waivedShipping));
}

/** What a buyer reads in place of a gift that is gone. @param title of its offer; null where that has ended */
export function giftGoneMessage(title: string | null, locale = 'en'): string {
  const { words } = wordsOf(locale);
  return title === null ? words.someGiftGone : words.giftGone.replace('{title}', () => title);
}

function wordsOf(locale: string): { language: string; words: Words } {
  const language = nearestLocale(locale, Object.keys(languages)) ?? 'en';
  return { language, words: languages[language] ?? english };
}
