/** What common pictures of shops show, for titles that have nothing else. */
const names: Readonly<Record<string, string>> = {
  '🎁': 'gift',
  '🎉': 'party',
  '🎊': 'party',
  '🎂': 'cake',
  '🎈': 'balloon',
  '🎄': 'christmas tree',
  '🪔': 'diya',
  '🕯': 'candle',
  '🏮': 'lantern',
  '💡': 'light',
  '🌸': 'flower',
  '🌹': 'rose',
  '🌺': 'flower',
  '🌻': 'sunflower',
  '💐': 'bouquet',
  '🌿': 'herb',
  '🪴': 'plant',
  '🌱': 'plant',
  '👗': 'dress',
  '👚': 'blouse',
  '👕': 'shirt',
  '👖': 'jeans',
  '🥻': 'saree',
  '🧣': 'scarf',
  '🧥': 'coat',
  '👜': 'handbag',
  '🎒': 'backpack',
  '👟': 'shoes',
  '👠': 'heels',
  '👡': 'sandals',
  '👞': 'shoes',
  '💍': 'ring',
  '📿': 'mala',
  '💄': 'lipstick',
  '🧴': 'lotion',
  '🧼': 'soap',
  '⌚': 'watch',
  '📱': 'phone',
  '💻': 'laptop',
  '🎧': 'headphones',
  '📷': 'camera',
  '📚': 'books',
  '✏': 'pencil',
  '🧸': 'toy',
  '☕': 'coffee',
  '🍵': 'tea',
  '🫖': 'tea',
  '🥛': 'milk',
  '🍯': 'honey',
  '🍚': 'rice',
  '🍪': 'biscuit',
  '🍫': 'chocolate',
  '🍬': 'sweet',
  '🥭': 'mango',
  '🌶': 'chilli',
  '🧂': 'salt',
  '🧈': 'butter',
  '❤': 'heart',
  '⭐': 'star',
  '🔥': 'fire',
  '✨': 'sparkle',
  '🙏': 'namaste',
  '🐘': 'elephant',
  '🦚': 'peacock',
};

/** Pictures, with the signs that change their colour or join them; trade marks are letters. */
const EMOJI =
  /(?![©®™ℹ])[\p{Extended_Pictographic}\u{1f1e6}-\u{1f1ff}][\u{fe0f}\u{200d}\u{1f3fb}-\u{1f3ff}]*/gu;

/** A text with spaces for its emoji. */
export const withoutEmoji = (text: string): string => text.replace(EMOJI, ' ');

/** The names of a text's emoji, without repeats; empty where none of them has one. */
export function namesOfEmoji(text: string): string {
  const found = text.match(EMOJI) ?? [];
  return [
    ...new Set(found.flatMap((emoji) => names[String.fromCodePoint(emoji.codePointAt(0) ?? 0)] ?? [])),
  ].join(' ');
}
