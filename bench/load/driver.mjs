import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { createLatencies } from './latencies.mjs';

/**
 * The process that makes load, apart from what it loads. It receives its job once and returns what it measured.
 *
 * - `flow`: module in `flows`, whose `createFlow(data)` returns `async (call, turn) => …`, one unit of work
 * - `connections`: how many units run at once, each one after the other (closed loop)
 * - `perSecond`: instead, units begin at this rate whether or not earlier ones have ended (open loop)
 * - `seconds`, `warmUpSeconds`
 * - `units`: ends after so many instead of after `seconds`
 */
process.once('message', (job) => {
  run(job).then(
    (result) => process.send(result, () => process.disconnect()),
    (error) => process.send({ failed: error.stack }, () => process.disconnect()),
  );
});

async function run(job) {
  const { createFlow } = await import(`./flows/${job.flow}.mjs`);
  const flow = await createFlow(job.data);
  const pools = new Map();
  const poolOf = (origin) => {
    if (!pools.has(origin))
      pools.set(
        origin,
        new Pool(origin, { connections: job.perSecond ? 128 : job.connections, pipelining: 1 }),
      );
    return pools.get(origin);
  };
  let measured = createLatencies();
  let turn = 0;
  let inFlight = 0;
  let maxInFlight = 0;

  /** One request; its time counts under `step`. @throws Error for any response but a success */
  async function call(step, url, { method = 'GET', headers = {}, body } = {}) {
    const { origin, pathname, search } = new URL(url);
    const into = measured;
    const began = performance.now();
    const response = await poolOf(origin).request({
      path: pathname + search,
      method,
      headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.body.text();
    into.step(step, performance.now() - began);
    if (response.statusCode >= 400)
      throw new Error(`${method} ${pathname} responded with ${response.statusCode}: ${text.slice(0, 300)}`);
    return { status: response.statusCode, json: () => JSON.parse(text), bytes: text.length };
  }

  async function unit() {
    const into = measured;
    const own = turn++;
    inFlight += 1;
    maxInFlight = Math.max(maxInFlight, inFlight);
    const began = performance.now();
    try {
      await flow(call, own);
      into.unit(performance.now() - began);
    } catch (error) {
      into.failure(error.message);
    } finally {
      inFlight -= 1;
    }
  }

  async function closedLoop(ms) {
    const until = performance.now() + ms;
    const goesOn = () => (job.units === undefined ? performance.now() < until : turn < job.units);
    const lane = async () => {
      while (goesOn()) await unit();
    };
    await Promise.all(Array.from({ length: job.connections }, lane));
  }

  async function openLoop(ms) {
    const began = performance.now();
    const units = [];
    for (let due = 0; due < ms; due += 1000 / job.perSecond) {
      const wait = began + due - performance.now();
      if (wait > 0) await sleep(wait);
      units.push(unit());
    }
    await Promise.all(units);
  }

  const loop = job.perSecond ? openLoop : closedLoop;
  if (job.warmUpSeconds) await loop(job.warmUpSeconds * 1000);
  measured = createLatencies();
  maxInFlight = 0;
  const cpu = process.cpuUsage();
  const began = performance.now();
  await loop(job.seconds * 1000);
  const seconds = (performance.now() - began) / 1000;
  const used = process.cpuUsage(cpu);
  await Promise.all([...pools.values()].map((pool) => pool.close()));
  return {
    ...measured.summary(seconds),
    maxInFlight,
    driverCpu: Math.round((used.user + used.system) / 1e4 / seconds) / 100,
  };
}
