import { describe, expect, it } from '@jest/globals';
import { shareReads } from '#lib/share-reads.js';

/** Reads that the test ends, in the order in which they begin. */
function heldReads() {
  const ends: ((error?: Error) => void)[] = [];
  let value = 0;
  const shared = shareReads((key: string) => {
    const seen = `${key} ${value}`;
    return new Promise<string>((resolve, reject) => {
      ends.push((error) => (error ? reject(error) : resolve(seen)));
    });
  });
  return { shared, ends, change: () => (value += 1) };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('reads that are shared', () => {
  it('never return what was read before the call', async () => {
    const { shared, ends, change } = heldReads();
    const first = shared('a');
    await turn();
    change();
    const later = [shared('a'), shared('a'), shared('a')];
    expect(ends).toHaveLength(1);
    ends[0]?.();
    expect(await first).toBe('a 0');
    await turn();
    expect(ends).toHaveLength(2);
    change();
    const last = shared('a');
    ends[1]?.();
    expect(await Promise.all(later)).toEqual(['a 1', 'a 1', 'a 1']);
    await turn();
    ends[2]?.();
    expect(await last).toBe('a 2');
    const alone = shared('a');
    await turn();
    expect(ends).toHaveLength(4);
    ends[3]?.();
    expect(await alone).toBe('a 2');
  });

  it('are apart for each key', async () => {
    const { shared, ends } = heldReads();
    const both = Promise.all([shared('a'), shared('b')]);
    await turn();
    for (const end of ends) end();
    expect(await both).toEqual(['a 0', 'b 0']);
  });

  it('fail for those alone who share the read that failed', async () => {
    const { shared, ends } = heldReads();
    const failing = shared('a');
    await turn();
    const later = shared('a');
    ends[0]?.(new Error('gone'));
    await expect(failing).rejects.toThrow('gone');
    await turn();
    ends[1]?.();
    expect(await later).toBe('a 0');
  });
});
