import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  createEngineAvailability,
  type EngineAvailability,
} from '#integrations/engine/engine-availability.js';

const lost = new Error('Deadline exceeded');
let engine: 'up' | 'down';
let now: number;
let asked: number;
let warned: number;
let availability: EngineAvailability;

beforeEach(() => {
  [engine, now, asked, warned] = ['up', 1_000_000, 0, 0];
  availability = createEngineAvailability({
    ask: () => {
      asked += 1;
      return engine === 'up' ? Promise.resolve() : Promise.reject(lost);
    },
    logger: { warn: () => void (warned += 1) },
    now: () => now,
  });
});

describe('whether the engine may be asked', () => {
  it('a call that failed says nothing where another got a response meanwhile', async () => {
    const began = now;
    now += 2_000;
    availability.responded();
    availability.failed(lost, began);
    expect(await availability.mayBeAsked()).toBe(true);
    expect([asked, warned]).toEqual([0, 0]);
  });

  it('an engine that is back when a call to it fails is asked before anybody is refused', async () => {
    availability.failed(lost, now - 2_000);
    const all = [availability.mayBeAsked(), availability.mayBeAsked()];
    expect(await Promise.all(all)).toEqual([true, true]);
    expect([asked, warned]).toEqual([1, 1]);
    expect(await availability.mayBeAsked()).toBe(true);
    expect(asked).toBe(1);
  });

  it('one that is down is asked by one of those who need it, and then not for a second', async () => {
    engine = 'down';
    availability.failed(lost, now);
    const all = [availability.mayBeAsked(), availability.mayBeAsked()];
    expect(await Promise.all(all)).toEqual([false, false]);
    expect(asked).toBe(1);
    now += 999;
    availability.failed(lost, now);
    expect(await availability.mayBeAsked()).toBe(false);
    expect(asked).toBe(1);
    now += 1;
    expect(await availability.mayBeAsked()).toBe(false);
    expect(asked).toBe(2);

    engine = 'up';
    now += 1_000;
    expect(await availability.mayBeAsked()).toBe(true);
    expect(await availability.mayBeAsked()).toBe(true);
    expect(asked).toBe(3);
  });
});
