#!/bin/sh
# A signal of AbortSignal.any() that holds one of AbortSignal.timeout() does not keep it alive: once the garbage collector has run, the
# time-out never fires, although the combined signal has a listener. A call that is bounded by both hangs. A timer of one's own that
# aborts a controller does fire.
#
# Version: Node.js 22.12.0 of the package node
# Seen: 0 of 50 by AbortSignal.timeout, 50 of 50 by a timer
. "$(dirname "$0")/_run.sh"
npm_install node@22.12.0

cat > wait.mjs <<'JS'
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const byTimer = (ms) => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), ms);
  return controller.signal;
};
for (const [name, limit] of [['AbortSignal.timeout', (ms) => AbortSignal.timeout(ms)], ['a timer', byTimer]]) {
  let fired = 0;
  for (let index = 0; index < 50; index += 1)
    AbortSignal.any([new AbortController().signal, limit(300)]).addEventListener('abort', () => (fired += 1));
  for (let round = 0; round < 5; round += 1) {
    globalThis.gc();
    await wait(20);
  }
  await wait(1000);
  console.log(`${name}: ${fired} of 50`);
}
JS
expect "AbortSignal.timeout: 0 of 50
a timer: 50 of 50" node_modules/.bin/node --expose-gc wait.mjs
