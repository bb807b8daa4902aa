/** Source maps count in numbers of base 64, five bits to a digit, the lowest first and the sign in the lowest bit. */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function decode(segment) {
  const numbers = [];
  let value = 0;
  let shift = 0;
  for (const digit of segment) {
    const bits = DIGITS.indexOf(digit);
    value += (bits & 31) << shift;
    shift += 5;
    if (bits & 32) continue;
    numbers.push(value & 1 ? -(value >> 1) : value >> 1);
    value = shift = 0;
  }
  return numbers;
}

function encode(number) {
  let rest = number < 0 ? (-number << 1) | 1 : number << 1;
  let digits = '';
  do {
    digits += DIGITS[(rest & 31) | (rest > 31 ? 32 : 0)];
    rest >>= 5;
  } while (rest > 0);
  return digits;
}

/** Source, line, column and name of the last segment: each segment counts from the one before. */
function endOf(mappings) {
  const end = [0, 0, 0, 0];
  for (const segment of mappings.split(/[,;]/))
    for (const [index, number] of decode(segment).slice(1).entries()) end[index] += number;
  return end;
}

/** The same mappings, the first segments of which count from elsewhere. */
function startingAt(mappings, [source, line, column, name]) {
  let placed = false;
  let named = false;
  return mappings.replace(/[^,;]+/g, (segment) => {
    if (placed && named) return segment;
    const numbers = decode(segment);
    if (!placed && numbers.length >= 4) {
      for (const [index, offset] of [source, line, column].entries()) numbers[index + 1] += offset;
      placed = true;
    }
    if (!named && numbers.length === 5) {
      numbers[4] += name;
      named = true;
    }
    return numbers.map(encode).join('');
  });
}

/**
 * The source map of a text that begins with one mapped text and goes on with another.
 * @param {object} first the map of the text that begins on the first line
 * @param {object} second the map of the other one
 * @param {number} line on which the other one begins, counted from 0
 */
export function joinSourceMaps(first, second, line) {
  const [source, sourceLine, column, name] = endOf(first.mappings);
  const mappings = startingAt(second.mappings, [
    first.sources.length - source,
    -sourceLine,
    -column,
    first.names.length - name,
  ]);
  const lines = first.mappings.split(';').length - 1;
  return {
    version: 3,
    file: first.file,
    sources: [...first.sources, ...second.sources],
    sourcesContent: [...first.sourcesContent, ...second.sourcesContent],
    names: [...first.names, ...second.names],
    mappings: `${first.mappings}${';'.repeat(line - lines)}${mappings}`,
  };
}
