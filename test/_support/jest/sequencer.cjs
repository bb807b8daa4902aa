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

/**
 * What takes a minute or more, longest first. A machine that has run nothing yet knows no durations and goes by the sizes of
 * files: a short file that takes minutes would come last, alone, while the other processes have nothing left to do.
 */
const longest = [
  'fuzz/fuzz.rest',
  'faults/harness.rest',
  'run/new-feature.rest',
  'faults/documents-in-outages.workflow.rest',
  'run/supervisor.rest',
  'run/seed.rest',
  'run/production.rest',
  'run/migrations.rest',
  'readme/tour.test',
].map((name) => `${sep}test${sep}${name.replaceAll('/', sep)}.ts`);

function placeAmongLongest({ path }) {
  const place = longest.findIndex((ending) => path.endsWith(ending));
  return place < 0 ? longest.length : place;
}

/** Within each turn the longest, then as jest has it: what failed the last time, then what took longest. */
module.exports = class FastFirst extends Sequencer {
  sort(tests) {
    return [...super.sort(tests)].sort(
      (one, other) => turnOf(one) - turnOf(other) || placeAmongLongest(one) - placeAmongLongest(other),
    );
  }
};
