import { requireNode } from './supervisor/node-version.mjs';

/** `npm run check:compose`: what can be known of the image and the compose file without a Docker engine. */
requireNode();
const { spawn } = await import('node:child_process');
const { inProject } = await import('./supervisor/paths.mjs');
const args = ['--conditions=source', '--import', 'tsx', inProject('scripts', 'check-compose.ts')];
const child = spawn(process.execPath, [...args, ...process.argv.slice(2)], {
  cwd: inProject(),
  stdio: 'inherit',
});
child.once('close', (code) => (process.exitCode = code ?? 1));
