/**
 * Lines on the terminal while the platform starts and runs, each with the seconds since the beginning, so that a
 * slow step shows while it is slow.
 * @returns {(line: string) => void}
 */
export function createProgress(began = performance.now()) {
  // A reader that went away (`npm start | head`) is no reason to fall over.
  process.stdout.on('error', () => undefined);
  return (line) => {
    const seconds = ((performance.now() - began) / 1000).toFixed(1).padStart(6);
    console.log(`${seconds} s  ${line}`);
  };
}
