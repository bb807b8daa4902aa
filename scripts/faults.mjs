import { spawn } from 'node:child_process';
import { build } from './supervisor/build-run.mjs';
import { ensureDependencies } from './supervisor/dependencies.mjs';
import { requireNode } from './supervisor/node-version.mjs';
import { inProject, projectRoot } from './supervisor/paths.mjs';

/**
 * `npm run faults`: runs the main flows on its own platform while its processes are killed and frozen, and checks
 * that nothing was lost and nothing done twice (docs/faults.md).
 */
requireNode();
const say = (line) => console.error(`faults: ${line}`);
await ensureDependencies(say);
await build(say, { traced: false });
const { compileTests, compiledTest } = await import('../test/_support/compiled-tests.mjs');
await compileTests();
const harness = compiledTest(inProject('test', 'faults', 'harness', 'main.ts'));
const args = ['--enable-source-maps', harness, ...process.argv.slice(2)];
const child = spawn(process.execPath, args, { cwd: projectRoot, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.once('close', (code) => (process.exitCode = code ?? 1));
