/**
 * Texts that are hard to hand on: what a file, a mail or a document loses first. The list grows with each fault that is found; the
 * first ten are tried in `npm test`, all in `npm run test:rest`. Each fits into one line.
 */
export const hardTexts: readonly string[] = [
  // scripts of India, with conjuncts, signs on both sides of a letter, and digits of their own
  'क्षत्रिय साड़ी ज़री ₹१,२५,०००',
  'கோஷ்டி பட்டுப்புடவை',
  // formulas, and what spreadsheets take for one
  '=1+1',
  '@SUM(A1:A9)',
  // quotes, separators and markup
  `"O'Brien; & <Sons>, 'Ltd'"`,
  // a combining mark at the start, composed and decomposed letters
  '\u0301a é e\u0301 ക്‍',
  // outside the basic plane: emoji with a joiner and a skin colour, a flag
  '👩🏽‍🌾 🪔 🇮🇳',
  // right to left beside left to right
  'اردو شال & Kashmiri shawl',
  // a word without a place to break
  'Thiruvananthapuram'.repeat(9),
  // non-characters that may be kept, and the replacement character
  'a\ufdd0b \ufffd c',
  'తెలుగు కలంకారీ',
  'ಕನ್ನಡ ಇಳಕಲ್ ಸೀರೆ',
  'മലയാളം കസവ് മുണ്ട്',
  'ગુજરાતી પટોળા',
  'ਪੰਜਾਬੀ ਫੁਲਕਾਰੀ',
  'ওড়না জামদানি',
  'ଓଡ଼ିଆ ସମ୍ବଲପୁରୀ',
  'অসমীয়া মুগা',
  '+91 98200 12345',
  '-5',
  '- a list',
  "'quoted from the start",
  '\\back\\slash\\',
  '{{customer_name}} {% raw %} ${x}',
  '%s %d %00 %E0%A4%95',
  'a&amp;b &lt;c&gt; &#x41;',
  ']]> <!-- --> <?xml?>',
  '</script><script>x</script>',
  'NULL',
  'TRUE',
  '1E5',
  '00123',
  '2026-11-28',
  '1/2',
  '_x000D_ _x0041_',
  'ﬁne ﬂour ①②③',
  'a\u200bb\u200dc\u2060d\u00ade',
  'ÅÄÖ ß ẞ İi ı',
  '\u202eevil\u202c \u2066x\u2069',
  'Z̤͔a̘͔l̵g̀o',
];

/** Those of `npm test`. */
export const tenHardTexts: readonly string[] = hardTexts.slice(0, 10);
