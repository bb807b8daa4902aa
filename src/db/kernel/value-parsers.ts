import pg from 'pg';

const INT8 = 20;
const DATE = 1082;
const INT8_ARRAY = 1016;

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} does not fit a JavaScript number`);
  return value;
}

/** Parsers of this connection only: int8 as a number or a loud error, calendar dates as text. */
export const valueParsers = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return parseInt8;
    if (oid === DATE) return (text: string) => text;
    if (oid === INT8_ARRAY) {
      const parseTexts = pg.types.getTypeParser(1009 as 20, 'text') as (text: string) => string[];
      return (text: string) => parseTexts(text).map(parseInt8);
    }
    return pg.types.getTypeParser(oid, format as 'text') as (text: string) => unknown;
  },
};
