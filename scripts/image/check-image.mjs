import { readFileSync } from 'node:fs';
import { inProject, projectRoot } from '../supervisor/paths.mjs';
import { PlainError } from '../supervisor/plain-error.mjs';
import { createProgress } from '../supervisor/progress.mjs';
import { runCommand } from '../supervisor/processes.mjs';
import { buildArguments, canPull, findBuilder, imageSize } from './builders.mjs';
import { checkInside } from './check-inside.mjs';
import { makeBase, missingForBase } from './make-base.mjs';
import { runOutOfImages } from './run-out-of-images.mjs';

const MB = 1e6;
const IMAGES = {
  api: { name: 'localhost/haat:check', most: 350 * MB },
  worker: { name: 'localhost/haat-worker:check', most: 800 * MB },
};
const BASE = 'localhost/haat-base';

/** The base that the Dockerfile asks for, as in `node:24.18.0-bookworm-slim`. */
function wantedBase() {
  const [, image] = /^ARG NODE_IMAGE=(\S+)/m.exec(readFileSync(inProject('Dockerfile'), 'utf8'));
  return { image, version: /:([\d.]+)/.exec(image)[1] };
}

/** @returns {Promise<string | undefined>} a base made here, where none can be pulled */
async function ownBase({ builder, makesBase, say }) {
  const { image, version } = wantedBase();
  if (!makesBase && (await canPull(builder, `docker.io/library/${image}`))) return undefined;
  const name = `${BASE}:${version}`;
  const { code } = await runCommand(builder, ['inspect', '--type', 'image', name]);
  if (code === 0) return name;
  const missing = missingForBase(process.env);
  if (missing.length > 0)
    throw new PlainError(`The base ${image} cannot be pulled; to make one, install ${missing.join(', ')}.`);
  await makeBase({ builder, image: name, version, say });
  return name;
}

async function buildImage({ builder, target, image, base, say }) {
  say(`building ${image}`);
  const args = buildArguments({ builder, target, image, base });
  const { code, output } = await runCommand(builder, args, { cwd: projectRoot });
  if (code !== 0)
    throw new PlainError(`${image} was not built: ${output.trim().split('\n').slice(-15).join('\n')}`);
}

/** @returns {Promise<number>} exit code; 0 with a line that says so where nothing can build an image */
export async function checkImage({ makesBase }) {
  const say = createProgress();
  const builder = await findBuilder();
  if (builder === undefined) {
    say('skipped: there is no docker, podman or buildah that works (apt-get install buildah)');
    return 0;
  }
  say(`with ${builder}`);
  const base = await ownBase({ builder, makesBase, say });
  const problems = [];
  for (const [target, { name, most }] of Object.entries(IMAGES)) {
    await buildImage({ builder, target, image: name, base, say });
    const { bytes, layers } = await imageSize(builder, name);
    say(`${name}: ${Math.round(bytes / MB)} MB (at most ${most / MB})`);
    if (bytes > most) problems.push(`${name} has ${Math.round(bytes / MB)} MB`, ...layers);
  }
  problems.push(...(await checkInside({ builder, images: IMAGES, say })));
  if (problems.length === 0) problems.push(...(await runOutOfImages({ builder, images: IMAGES, say })));
  for (const problem of problems) say(problem);
  return problems.length === 0 ? 0 : 1;
}
