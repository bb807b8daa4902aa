// Plain old syntax on purpose: this file must still parse where everything else would not.

/** The oldest release that is supported, as in package.json `engines`. */
const supported = [22, 12];

/** The oldest release on which the commands still run, until 0.2.0. */
const oldest = [20, 19];

/** Set once a command has printed its note, so that the commands that it starts do not repeat it. */
const NOTED = 'HAAT_NODE_NOTED';

const isAtLeast = (parts, wanted) =>
  parts[0] > wanted[0] || (parts[0] === wanted[0] && parts[1] >= wanted[1]);

/**
 * Ends the process with one line when this Node is too old, and prints one line when it is past its end. Call it before
 * importing anything else of ours.
 */
export function requireNode(version = process.versions.node, env = process.env) {
  const parts = version.split('.').map(Number);
  const wanted = supported.join('.');
  if (!isAtLeast(parts, oldest)) {
    console.error(`Node ${version} is too old: install Node ${wanted} or newer (24 is recommended).`);
    process.exit(1);
  } else if (!isAtLeast(parts, supported) && !env[NOTED]) {
    env[NOTED] = '1';
    const reason = parts[0] === 20 ? 'Node 20 is past its end' : `Node ${version} is old`;
    console.error(`${reason}: Haat asks for ${wanted} or newer, and runs on this one until 0.2.0.`);
  }
}
