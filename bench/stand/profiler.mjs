import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

/** Loaded ahead of a process of the platform: writes its CPU profile when it ends. */
const folder = process.env.BENCH_PROFILE_DIR;
if (folder && isMainThread) {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: 500 });
  session.post('Profiler.start');
  let written = false;
  const write = () => {
    if (written) return;
    written = true;
    // On a session of the same thread the response comes before `post` returns.
    session.post('Profiler.stop', (error, { profile } = {}) => {
      if (!error) writeFileSync(join(folder, `${process.pid}.cpuprofile`), JSON.stringify(profile));
    });
  };
  // At the first signal to end: the process that sends it does not wait for long.
  process.prependOnceListener('SIGTERM', write);
  process.once('exit', write);
}
