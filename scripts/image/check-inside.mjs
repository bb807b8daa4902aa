import { runCommand } from '../supervisor/processes.mjs';
import { ownCommand } from '../topology/own-command.mjs';
import { openImage, removeContainers } from './containers.mjs';

/** Runs in the image; prints what it finds as JSON. */
const LOOK = `
const fs = require('fs');
const tried = (work) => { try { work(); return true; } catch { return false; } };
const releases = 'node_modules/@temporalio/core-bridge/releases';
console.log(JSON.stringify({
  uid: process.getuid(),
  writesApp: tried(() => fs.writeFileSync('/app/probe', '')),
  writesData: tried(() => fs.writeFileSync('/data/storage/probe', '')),
  parts: JSON.parse(fs.readFileSync('sbom.cdx.json')).components.length,
  engine: fs.existsSync(releases) ? fs.readdirSync(releases).length : 0,
  browser: fs.existsSync('node_modules/puppeteer-core'),
  compiler: fs.existsSync('node_modules/typescript') || fs.existsSync('node_modules/esbuild'),
}));`;

const EXPECTED = {
  api: { uid: 1000, writesApp: false, writesData: true, engine: 0, browser: false, compiler: false },
  worker: { uid: 1000, writesApp: false, writesData: true, engine: 1, browser: true, compiler: false },
};
/** The bill of materials names what is bundled too. */
const LEAST_PARTS = 300;

async function look(builder, name) {
  const image = await openImage(builder, name);
  const { file, args, options } = ownCommand({ service: { command: ['node', '-e', LOOK] }, env: {}, image });
  const { PATH, HOME } = process.env;
  const { code, output } = await runCommand(file, args, { ...options, env: { PATH, HOME } });
  await removeContainers([image]);
  return code === 0 ? JSON.parse(output.trim().split('\n').at(-1)) : { error: output.trim() };
}

/** What is wrong in the images, a line each. */
export async function checkInside({ builder, images, say }) {
  const problems = [];
  for (const [target, { name }] of Object.entries(images)) {
    const { parts = 0, ...found } = await look(builder, name);
    say(`${name}: ${parts} parts in its bill of materials`);
    if (parts < LEAST_PARTS) problems.push(`${name}: sbom.cdx.json names ${parts} parts`);
    const wrong = Object.entries(EXPECTED[target]).filter(([key, value]) => found[key] !== value);
    for (const [key, value] of wrong)
      problems.push(`${name}: ${key} is ${found[key]}, not ${value} ${found.error ?? ''}`);
  }
  return problems;
}
