import { describe, expect, it, jest } from '@jest/globals';
import { awaitSettled } from '#db/kernel/await-settled.js';
import type { LiveListener } from '#db/kernel/live-channel.js';

/** A channel that the test speaks on. */
function fakeChannel() {
  const listeners = new Set<LiveListener>();
  return {
    listeners,
    notify: (id: string) => listeners.forEach((listener) => listener(id)),
    subscribe: (_topic: string, listener: LiveListener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A row that is read `times` times before it is settled; `onRead` happens during a read, before it responds. */
function rowSettledAfter(times: number, onRead: (reads: number) => void = () => undefined) {
  let reads = 0;
  return {
    get reads() {
      return reads;
    },
    read: async () => {
      reads += 1;
      const settled = reads > times ? 'settled' : undefined;
      await Promise.resolve();
      onRead(reads);
      return settled;
    },
  };
}

describe('awaitSettled', () => {
  it('responses at once when the row is settled already', async () => {
    const channel = fakeChannel();
    const row = rowSettledAfter(0);
    expect(await awaitSettled(channel, 'thing', '1', row.read, 5_000)).toBe('settled');
    expect([row.reads, channel.listeners.size]).toEqual([1, 0]);
  });

  it('loses no notification that comes during a read', async () => {
    const channel = fakeChannel();
    const row = rowSettledAfter(3, (reads) => reads <= 3 && channel.notify('1'));
    const timers = jest.spyOn(globalThis, 'setTimeout');
    expect(await awaitSettled(channel, 'thing', '1', row.read, 5_000)).toBe('settled');
    expect(row.reads).toBe(4);
    // It never looked again by itself.
    expect(timers).not.toHaveBeenCalled();
    timers.mockRestore();
  });

  it('reads again after a reconnect, and not for other rows', async () => {
    const channel = fakeChannel();
    const row = rowSettledAfter(1);
    const waiting = awaitSettled(channel, 'thing', '1', row.read, 900);
    setTimeout(() => channel.notify('2'), 20);
    setTimeout(() => expect(row.reads).toBe(1), 60);
    setTimeout(() => channel.notify(''), 100);
    expect(await waiting).toBe('settled');
    expect(row.reads).toBe(2);
  });

  it('looks again by itself, for a notification that was lost', async () => {
    const row = rowSettledAfter(1);
    expect(await awaitSettled(fakeChannel(), 'thing', '1', row.read, 5_000)).toBe('settled');
  });

  it('gives up when time is up, and when the client has gone', async () => {
    const channel = fakeChannel();
    expect(await awaitSettled(channel, 'thing', '1', rowSettledAfter(99).read, 30)).toBeUndefined();
    const gone = new AbortController();
    const row = rowSettledAfter(99, () => gone.abort());
    const timers = jest.spyOn(globalThis, 'setTimeout');
    expect(await awaitSettled(channel, 'thing', '1', row.read, 5_000, gone.signal)).toBeUndefined();
    expect(timers).not.toHaveBeenCalled();
    timers.mockRestore();
    expect(channel.listeners.size).toBe(0);
  });

  it('passes on what a read throws, and stops listening', async () => {
    const channel = fakeChannel();
    const broken = () => Promise.reject(new Error('no database'));
    await expect(awaitSettled(channel, 'thing', '1', broken, 5_000)).rejects.toThrow('no database');
    expect(channel.listeners.size).toBe(0);
  });
});
