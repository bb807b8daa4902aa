const { sep } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** What starts processes of its own takes longest: begun last, it would keep one worker busy while the others idle. */
const slow = ['faults', 'fuzz', 'run', 'readme', 'sweeps', 'product-imports'].map(
  (folder) => `${sep}test${sep}${folder}${sep}`,
);

/** Jest knows how long a file took the last time, but not on a fresh checkout. */
module.exports = class SlowFirst extends Sequencer {
  sort(tests) {
    const isSlow = ({ path }) => slow.some((folder) => path.includes(folder));
    const sorted = super.sort(tests);
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    return [...sorted.filter(isSlow), ...sorted.filter((test) => !isSlow(test))];
  }
};
