import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inProject, projectRoot } from '../../scripts/supervisor/paths.mjs';
import { filesBelow } from '../../scripts/supervisor/sources.mjs';

/** Imports every module that does nothing by itself, as Node does it, and prints those that it refuses. */
const runsAtOnce =
  /^dist\/(server|worker|sandboxes\/main|workflow-bundle.*|sandboxes\/.*\/web\/.*|(console|storefront)\/.*|\.plugins\/[^/]+\/test\/.*|(scripts|bench)\/.*)\.js$/;
const files = filesBelow(inProject('dist'))
  .map((file) => relative(projectRoot, file))
  .filter((file) => file.endsWith('.js') && !runsAtOnce.test(file));
const refused = [];
for (const file of files) {
  try {
    await import(pathToFileURL(inProject(file)).href);
  } catch (error) {
    refused.push(`${file}: ${error.message}`);
  }
}
process.stdout.write(JSON.stringify({ count: files.length, refused }), () => process.exit(0));
