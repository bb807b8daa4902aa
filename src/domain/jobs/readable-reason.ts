/** Longer than any sentence that explains something. */
const MAX = 500;

/** What raw errors quote of other people's data and of keys, and what is put in its place. */
const hidden: readonly [RegExp, string][] = [
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 …'],
  [/(\/\/)[^\s/@]+@/g, '$1…@'],
  [/(https?:\/\/[^\s?#]+)[?#]\S*/gi, '$1?…'],
  [/[^\s@<>"'(),;:=]+@[^\s@<>"'(),;:]+\.[^\s@<>"'(),;:.]+/g, '<e-mail>'],
  [/\+\d[\d -]{7,16}\d/g, '<phone>'],
  [/\b[6-9]\d{9}\b/g, '<phone>'],
  [/((?:key|secret|token|password|authorization|signature))(["']?\s*[=:]\s*)\S+/gi, '$1$2…'],
  [/\b(?=[\w-]*\d)(?![\da-f]{8}-)[\w-]{40,}\b/gi, '…'],
];

/**
 * A failure's own words as an operator may read them: one line, without addresses, phone numbers, keys and long tokens
 * that raw errors of databases, mail servers and outside services like to quote.
 */
export function readableReason(message: string): string {
  const line = message.split('\n', 1)[0]?.trim() ?? '';
  const text = hidden.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), line);
  return text.length > MAX ? `${text.slice(0, MAX - 1)}…` : text;
}
