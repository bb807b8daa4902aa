/** `1.2.3` as numbers; undefined for anything else. */
function parse(version) {
  const [, ...parts] = /^(\d+)\.(\d+)\.(\d+)$/.exec(version) ?? [];
  return parts.length === 3 ? parts.map(Number) : undefined;
}

const compare = (first, second) => {
  const at = first.findIndex((part, index) => part !== second[index]);
  return at < 0 ? 0 : first[at] - second[at];
};

/** The first version that a caret or tilde range no longer takes. Below 1.0.0 a minor version may break what was there. */
const ends = {
  '^': ([major, minor, patch]) =>
    major > 0 ? [major + 1, 0, 0] : minor > 0 ? [0, minor + 1, 0] : [0, 0, patch + 1],
  '~': ([major, minor]) => [major, minor + 1, 0],
};

function comparator(text, version) {
  const [, operator, bound] = /^(\^|~|>=|<=|>|<|=)?(\d+\.\d+\.\d+)$/.exec(text) ?? [];
  const limit = bound && parse(bound);
  if (!limit) return undefined;
  const order = compare(version, limit);
  if (operator === '^' || operator === '~') return order >= 0 && compare(version, ends[operator](limit)) < 0;
  return { '>=': order >= 0, '<=': order <= 0, '>': order > 0, '<': order < 0 }[operator] ?? order === 0;
}

/**
 * Whether a version is in a range: `^0.1.0`, `~0.1.2`, `>=0.1.0 <0.3.0`, `0.1.4`.
 * @param {string} version
 * @param {string} range
 * @returns {boolean | undefined} undefined for a range that cannot be read
 */
export function satisfies(version, range) {
  const parts = range.trim().split(/\s+/);
  const given = parse(version.split('-')[0]);
  const results = parts.map((part) => comparator(part, given));
  return results.includes(undefined) ? undefined : results.every(Boolean);
}
