// Plain old syntax on purpose: this file must still parse where everything else would not.

/** The oldest release that is supported, as in package.json `engines`. */
const oldest = [20, 19];

/** Ends the process with one line when this Node is too old. Call it before importing anything else of ours. */
export function requireNode(version = process.versions.node) {
  const parts = version.split('.').map(Number);
  if (parts[0] > oldest[0] || (parts[0] === oldest[0] && parts[1] >= oldest[1])) return;
  console.error(`Node ${version} is too old: install Node ${oldest.join('.')} or newer (24 is recommended).`);
  process.exit(1);
}
