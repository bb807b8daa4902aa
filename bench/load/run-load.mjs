import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const driver = fileURLToPath(new URL('driver.mjs', import.meta.url));

/**
 * Has a process of its own make load, and returns what it measured (see `driver.mjs` for the job).
 * @throws Error when units of work failed: a number of failures per second is no result
 */
export function runLoad(job) {
  const child = fork(driver, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  return new Promise((resolve, reject) => {
    let responded = false;
    child.once('error', reject);
    // Not at its exit, whose event may arrive before the response that it sent.
    child.once('close', (code) => responded || reject(new Error(`the load driver ended with ${code}`)));
    child.once('message', (result) => {
      responded = true;
      if (result.failed && typeof result.failed === 'string') reject(new Error(result.failed));
      else if (result.failed > 0 && !job.mayFail)
        reject(
          new Error(
            `${result.failed} of ${result.failed + result.done} failed: ${result.failures[0].message}`,
          ),
        );
      else resolve(result);
    });
    child.send(job);
  });
}
