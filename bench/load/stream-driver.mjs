import { Agent, get } from 'node:http';
import { percentiles } from './latencies.mjs';

/**
 * The process that reads event streams, apart from what serves them. `open` opens so many; `begin` starts counting; `end`
 * returns the frames that arrived since and their delay; `close` ends it.
 *
 * Frames of one stream in `EACH` are parsed for the instant that they carry; of the others only their number is read.
 */
const EACH = 10;
const agent = new Agent({ maxSockets: Infinity });
let frames = 0;
let delays = [];

function read(parsed, chunk) {
  for (const text of chunk.split('\n\n')) {
    if (!text.includes('"order.paid"')) continue;
    frames += 1;
    if (parsed) delays.push(Date.now() - Date.parse(/"at":"([^"]+)"/.exec(text)?.[1] ?? ''));
  }
}

function openOne(url, headers, index) {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`a stream returned ${response.statusCode}`));
      response.setEncoding('utf8');
      response.on('data', (chunk) => read(index % EACH === 0, chunk));
      return resolve();
    });
    request.once('error', reject);
  });
}

async function open({ url, headers, streams }) {
  for (let first = 0; first < streams; first += 50) {
    const batch = Array.from({ length: Math.min(50, streams - first) }, (_, index) => first + index);
    await Promise.all(batch.map((index) => openOne(url, headers, index)));
  }
}

const commands = {
  open,
  begin() {
    frames = 0;
    delays = [];
  },
  end: () => ({ frames, milliseconds: percentiles(delays) }),
  close() {
    agent.destroy();
    process.disconnect();
  },
};

process.on('message', ({ command, ...given }) => {
  Promise.resolve(commands[command](given)).then(
    (result) => process.connected && process.send({ result }),
    (error) => process.send({ failed: error.message }),
  );
});
