const { sep } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Folders by when their files run: those of features come first, for a mistake is mostly found there and in moments. */
const sweeps = ['sweeps'];
const processes = ['bench', 'faults', 'fuzz', 'readme', 'run'];

const isIn = (path, folders) => folders.some((folder) => path.includes(`${sep}test${sep}${folder}${sep}`));

/** 0 for the features, 1 for what goes over all routes, 2 for what starts processes of its own. */
function turnOf({ path }) {
  if (isIn(path, processes)) return 2;
  return isIn(path, sweeps) ? 1 : 0;
}

/** Within each turn as jest has it: what failed the last time, then what took longest. */
module.exports = class FastFirst extends Sequencer {
  sort(tests) {
    return [...super.sort(tests)].sort((one, other) => turnOf(one) - turnOf(other));
  }
};
