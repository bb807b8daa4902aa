import { abandonedCartWords } from './hindi/abandoned-cart-words.js';
import { accountWords } from './hindi/account-words.js';
import { approvalWords } from './hindi/approval-words.js';
import { feedWords } from './hindi/feed-words.js';
import { followerWords } from './hindi/follower-words.js';
import { invoiceWords } from './hindi/invoice-words.js';
import { orderWords } from './hindi/order-words.js';
import { personalDataWords } from './hindi/personal-data-words.js';
import { returnWords } from './hindi/return-words.js';
import { storeCreditWords } from './hindi/store-credit-words.js';
import { shippingWords } from './hindi/shipping-words.js';
import { stockWords } from './hindi/stock-words.js';
import { vendorWords } from './hindi/vendor-words.js';
import { wishlistWords } from './hindi/wishlist-words.js';
import type { MailTemplate, TemplateContent } from './mail-template.js';
import type { TranslatedWords } from './translated-words.js';

/** The words of every template in languages other than English, which the templates themselves have. */
const translations: Readonly<Record<string, TranslatedWords>> = {
  hi: {
    ...abandonedCartWords,
    ...accountWords,
    ...approvalWords,
    ...feedWords,
    ...followerWords,
    ...invoiceWords,
    ...orderWords,
    ...personalDataWords,
    ...returnWords,
    ...storeCreditWords,
    ...shippingWords,
    ...stockWords,
    ...vendorWords,
    ...wishlistWords,
  },
};

/** The words that the platform has for a template in a language; undefined where it has none. */
export function builtInWords(template: MailTemplate, locale: string): TemplateContent | undefined {
  if (locale === 'en') return template;
  return translations[locale]?.[`${template.eventType}/${template.role}`];
}
