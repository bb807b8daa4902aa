/** Lines of JSON, as exports and imports return them. A single line may have been parsed by the client already. */
export function linesOf<T>(text: unknown): T[] {
  if (typeof text !== 'string') return text === null || text === undefined ? [] : [text as T];
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as T);
}
