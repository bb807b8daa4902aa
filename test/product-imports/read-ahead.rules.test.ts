import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { peekStream } from '#lib/peek-stream.js';
import { readAhead } from '#lib/read-ahead.js';

describe('reading ahead', () => {
  test('makes the next item while one is worked on, and never more', async () => {
    const made: number[] = [];
    async function* source() {
      for (let n = 1; n <= 4; n += 1) {
        made.push(n);
        yield n;
      }
    }
    const seen: [number, number][] = [];
    for await (const item of readAhead(source())) {
      await sleep(1);
      seen.push([item, made.length]);
    }
    expect(seen).toEqual([
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 4],
    ]);
  });

  test('fails when the turn of the failure comes, and lets go of the source when it is left', async () => {
    let released = 0;
    async function* source() {
      try {
        yield 1;
        throw new Error('broken');
      } finally {
        released += 1;
      }
    }
    const seen: number[] = [];
    const all = async () => {
      for await (const item of readAhead(source())) {
        await sleep(5);
        seen.push(item);
      }
    };
    await expect(all()).rejects.toThrow('broken');
    expect([seen, released]).toEqual([[1], 1]);
    for await (const item of readAhead(source())) {
      seen.push(item);
      break;
    }
    expect(released).toBe(2);
  });
});

describe('looking at the start of a stream', () => {
  const chunks = ['ab', 'cd', 'ef'];

  test.each([
    [1, 'ab', false],
    [4, 'abcd', false],
    [6, 'abcdef', false],
    [7, 'abcdef', true],
  ])('of %i bytes gives the whole of it back', async (bytes, head, complete) => {
    const peeked = await peekStream(Readable.from(chunks.map((text) => Buffer.from(text))), bytes);
    expect([peeked.head.toString(), peeked.complete]).toEqual([head, complete]);
    expect(Buffer.concat(await peeked.stream.toArray()).toString()).toBe('abcdef');
  });

  test('passes a later failure on, and destroys the source when it is left', async () => {
    async function* broken() {
      yield Buffer.from('ab');
      await sleep(5);
      throw new Error('gone');
    }
    const { stream } = await peekStream(Readable.from(broken()), 1);
    await expect(stream.toArray()).rejects.toThrow('gone');
    const source = Readable.from(chunks.map((text) => Buffer.from(text)));
    (await peekStream(source, 1)).stream.destroy();
    await sleep(5);
    expect(source.destroyed).toBe(true);
  });
});
