import { expect, it } from '@jest/globals';
import { createDrainWakes } from '#events/drain-wakes.js';
import { drain } from '#events/subscription.js';

const quick = drain('quick', [], 'core', { gapMs: 1_000 });
const printing = drain('printing', [], 'documents', { gapMs: 1_000 });

function clock() {
  let at = 1_000_000;
  return { now: () => at, pass: (ms: number) => void (at += ms) };
}

it('a drain that was quiet is signalled at once, and again after its gap', () => {
  const time = clock();
  const wakes = createDrainWakes(time.now);
  wakes.seen([quick]);
  expect(wakes.restOf(quick)).toBe(0);
  wakes.signalled(quick);
  time.pass(400);
  wakes.seen([quick]);
  expect(wakes.restOf(quick)).toBe(600);
});

it('what comes while a run takes it is left to that run, and signalled when it stays due', () => {
  const time = clock();
  const wakes = createDrainWakes(time.now);
  wakes.seen([quick]);
  wakes.signalled(quick);
  wakes.seen([quick]);
  time.pass(1_100);
  wakes.seen([]);
  time.pass(500);
  wakes.seen([quick]);
  expect(wakes.restOf(quick)).toBe(1_500);
  time.pass(1_500);
  wakes.seen([quick]);
  expect(wakes.restOf(quick)).toBe(0);
});

it('a run that ended is not waited for, nor one that never looks for more', () => {
  const time = clock();
  const wakes = createDrainWakes(time.now);
  for (const drained of [quick, printing]) {
    wakes.seen([drained]);
    wakes.seen([]);
    time.pass(drained === quick ? 3_000 : 100);
    wakes.seen([drained]);
    expect(wakes.restOf(drained)).toBe(0);
  }
});
