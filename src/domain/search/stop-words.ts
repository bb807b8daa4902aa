/** English and Hindi words that say nothing of the product itself: what it is for, how good, how it is sold. */
const stopWords = new Set(
  (
    'a an and are at be by for from has i in is it me my of on or our s so some that the their this to with without your you ' +
    'best good better great nice top cheap cheapest affordable budget premium quality original genuine latest new ' +
    'buy shop shopping online order price prices cost rate offer offers deal deals discount sale free delivery home ' +
    'need want looking show find get give which what where near under below above between pack piece item items product products ' +
    'ka ke ki ko se wala wale wali liye aur mein hai का के की को से वाला वाले वाली लिए और में है'
  ).split(' '),
);

export const isStopWord = (word: string): boolean => stopWords.has(word);
