import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { StorageKeyError } from '#integrations/storage/storage-key.js';
import type { ListedObject, PutOptions, Storage } from '#integrations/storage/storage.js';

const MIB = 1024 * 1024;

export interface StorageUnderTest {
  storage: Storage;
  /** Fetches a signed or public URL as a browser would, and returns status, body and headers. */
  fetch(url: string): Promise<{ status: number; body: string; disposition: string | null }>;
  /** What a failed or aborted write has left behind, by name; nothing is expected. */
  leftovers(): Promise<string[]>;
  close(): Promise<void>;
}

/** What every storage has to do, whichever it is. */
export function storageContract(name: string, setUp: () => Promise<StorageUnderTest>): void {
  describe(`${name} as storage`, () => {
    let under: StorageUnderTest;
    let storage: Storage;
    let counter = 0;

    beforeAll(async () => {
      under = await setUp();
      ({ storage } = under);
      await storage.start();
    });
    afterAll(async () => {
      await storage.stop();
      await under.close();
    });

    const newKey = (suffix = '.txt') => `tests/${(counter += 1)}/object${suffix}`;
    const plain = { contentType: 'text/plain' };

    async function put(content: string, key = newKey()): Promise<string> {
      await storage.put(key, Buffer.from(content), plain);
      return key;
    }
    async function read(key: string): Promise<string | null> {
      const found = await storage.get(key);
      return found && text(found.body);
    }

    test('gives back what was put, with what is known of it', async () => {
      const key = newKey('.csv');
      const before = Date.now();
      const content = 'नमस्ते, storage';
      const stored = await storage.put(key, Buffer.from(content), {
        contentType: 'text/csv; charset=utf-8',
        contentLength: Buffer.byteLength(content),
        metadata: { 'uploaded-by': 'vendor 7' },
      });
      const found = await storage.get(key);
      expect(found).toMatchObject({
        size: Buffer.byteLength(content),
        contentLength: Buffer.byteLength(content),
        contentType: 'text/csv; charset=utf-8',
        metadata: { 'uploaded-by': 'vendor 7' },
        etag: stored.etag,
      });
      expect(stored).toEqual({ size: Buffer.byteLength(content), etag: expect.stringMatching(/^".+"$/) });
      expect(found && (await text(found.body))).toBe(content);
      // Services keep whole seconds, and their clock need not be ours.
      expect(Math.abs((found?.lastModified.getTime() ?? 0) - before)).toBeLessThan(10_000);

      const { body: _body, contentLength: _length, ...info } = found ?? { body: null, contentLength: 0 };
      expect(await storage.head(key)).toEqual(info);
      expect(await storage.exists(key)).toBe(true);
    });

    test('takes streams of bytes, also of unknown length and of none at all', async () => {
      const key = newKey();
      const parts = ['one ', 'two ', 'three'].map((part) => Buffer.from(part));
      expect(await storage.put(key, Readable.from(parts), plain)).toMatchObject({ size: 13 });
      expect(await read(key)).toBe('one two three');
      expect(await storage.put(key, Readable.from([]), plain)).toMatchObject({ size: 0 });
      expect(await read(key)).toBe('');
      expect(await storage.put(key, new Uint8Array(0), plain)).toMatchObject({ size: 0 });
      expect(await storage.head(key)).toMatchObject({ size: 0 });
    });

    test('replaces as a whole, and the etag tells', async () => {
      const key = await put('first');
      const before = await storage.head(key);
      await storage.put(key, Buffer.from('2nd'), { contentType: 'text/html' });
      expect(await read(key)).toBe('2nd');
      const after = await storage.head(key);
      expect(after).toMatchObject({ contentType: 'text/html', size: 3, metadata: {} });
      expect(after?.etag).not.toBe(before?.etag);
    });

    test('an object opened before it was replaced is read to its end', async () => {
      const key = await put('a'.repeat(2 * MIB));
      const opened = await storage.get(key);
      await put('b', key);
      expect(opened && (await text(opened.body))).toBe('a'.repeat(2 * MIB));
    });

    test('what is not there is null, and removing it no error', async () => {
      const key = newKey();
      expect([await storage.get(key), await storage.head(key), await storage.exists(key)]).toEqual([
        null,
        null,
        false,
      ]);
      await storage.delete(key);
      await put('x', key);
      await storage.delete(key);
      await storage.delete(key);
      expect(await storage.get(key)).toBeNull();
    });

    test.each([
      [{ start: 0, end: 0 }, 'a'],
      [{ start: 2, end: 4 }, 'cde'],
      [{ start: 7 }, 'hij'],
      [{ start: 7, end: 1000 }, 'hij'],
      [{ start: 10 }, ''],
      [{ start: 5000, end: 6000 }, ''],
    ])('range %j', async (range, expected) => {
      const key = await put('abcdefghij');
      const found = await storage.get(key, range);
      expect(found).toMatchObject({ size: 10, contentLength: expected.length, contentType: 'text/plain' });
      expect(found && (await text(found.body))).toBe(expected);
      expect(await storage.get(newKey(), range)).toBeNull();
    });

    test('a range that is none is refused', async () => {
      const key = await put('abc');
      for (const range of [{ start: -1 }, { start: 2, end: 1 }, { start: 0.5 }]) {
        await expect(storage.get(key, range)).rejects.toThrow(RangeError);
      }
    });

    test.each([
      '',
      '/absolute',
      'folder/',
      'a//b',
      '../outside',
      'a/../b',
      'a/./b',
      '.hidden',
      'a\\b',
      'a b',
      'a\0b',
      'a%2fb',
      'ключ',
      'a@details.json',
      'x'.repeat(600),
    ])('%j is no key', async (key) => {
      await expect(storage.put(key, Buffer.from('x'), plain)).rejects.toThrow(StorageKeyError);
      await expect(storage.delete(key)).rejects.toThrow(StorageKeyError);
      await expect(async () => storage.signedUrl(key, { expiresInSeconds: 5 })).rejects.toThrow(
        StorageKeyError,
      );
      expect([await storage.get(key), await storage.head(key), await storage.exists(key)]).toEqual([
        null,
        null,
        false,
      ]);
    });

    test('options that one storage would take and another not are refused by all', async () => {
      const body = Buffer.from('x');
      const refused: PutOptions[] = [
        { contentType: '' },
        { contentType: 'text/plain\r\nx: y' },
        { ...plain, contentLength: -1 },
        { ...plain, metadata: { 'Upper-Case': 'x' } },
        { ...plain, metadata: { name: 'नाम' } },
      ];
      for (const options of refused) await expect(storage.put(newKey(), body, options)).rejects.toThrow();
    });

    describe('a write that fails stores nothing, keeps what was there, and leaves nothing behind', () => {
      async function expectKept(write: (key: string) => Promise<unknown>, message?: RegExp): Promise<void> {
        const key = await put('kept');
        const fresh = newKey();
        await expect(write(key)).rejects.toThrow(message);
        await expect(write(fresh)).rejects.toThrow(message);
        expect(await read(key)).toBe('kept');
        expect(await storage.exists(fresh)).toBe(false);
        expect(await under.leftovers()).toEqual([]);
      }

      test('when the stream fails, near its beginning or after many parts', async () => {
        for (const chunks of [1, 20]) {
          await expectKept((key) => {
            const source = Readable.from(
              (function* () {
                for (let n = 0; n < chunks; n += 1) yield Buffer.alloc(MIB);
                throw new Error('the source went away');
              })(),
            );
            return storage.put(key, source, plain);
          }, /the source went away/);
        }
      });

      test('when the sender hangs up', async () => {
        await expectKept((key) => {
          const source = new Readable({ read: () => undefined });
          source.push(Buffer.alloc(1000));
          setTimeout(() => source.destroy(), 20);
          return storage.put(key, source, plain);
        });
      });

      test('when it is aborted', async () => {
        await expectKept((key) => {
          const source = new Readable({ read: () => undefined });
          source.push(Buffer.alloc(1000));
          return storage.put(key, source, { ...plain, signal: AbortSignal.timeout(20) });
        }, /abort/i);
      });

      test('when the length is not as announced', async () => {
        const bytes = Buffer.alloc(1000);
        for (const contentLength of [999, 1001]) {
          await expectKept(
            (key) => storage.put(key, Readable.from([bytes]), { ...plain, contentLength }),
            /announced/,
          );
          await expectKept((key) => storage.put(key, bytes, { ...plain, contentLength }), /announced/);
        }
      });
    });

    test('of many writers of one key the last wins, and no reader sees a mixture', async () => {
      const key = newKey();
      const contents = Array.from({ length: 8 }, (_, n) => String(n).repeat(300_000));
      await storage.put(key, Buffer.from(contents[0] ?? ''), plain);
      let writing = true;
      const reading = (async () => {
        const seen: string[] = [];
        while (writing) seen.push((await read(key)) ?? 'nothing');
        return seen;
      })();
      await Promise.all(
        contents.map((content) => storage.put(key, Readable.from([Buffer.from(content)]), plain)),
      );
      writing = false;
      for (const content of [...(await reading), await read(key)])
        expect(contents.includes(content ?? '')).toBe(true);
    });

    test('lists what begins with a prefix', async () => {
      const folder = `listed/${Date.now()}`;
      const keys = ['a.txt', 'a/1.txt', 'a/2.txt', 'ab/3.txt', 'b/deep/er/4.txt'].map(
        (name) => `${folder}/${name}`,
      );
      for (const key of keys) await put(key, key);
      const listed = (prefix: string): Promise<ListedObject[]> =>
        Readable.from(storage.list(prefix)).toArray();
      const list = async (prefix: string) =>
        (await listed(prefix)).map(({ key }) => key.slice(folder.length + 1)).sort();

      expect(await list(`${folder}/`)).toEqual([
        'a.txt',
        'a/1.txt',
        'a/2.txt',
        'ab/3.txt',
        'b/deep/er/4.txt',
      ]);
      expect(await list(`${folder}/a`)).toEqual(['a.txt', 'a/1.txt', 'a/2.txt', 'ab/3.txt']);
      expect(await list(`${folder}/a/`)).toEqual(['a/1.txt', 'a/2.txt']);
      expect(await list(`${folder}/b/deep/er/4`)).toEqual(['b/deep/er/4.txt']);
      expect(await list(`${folder}/none`)).toEqual([]);
      const [item] = await listed(`${folder}/a.txt`);
      expect(item).toMatchObject({ key: keys[0], size: keys[0]?.length });
      expect(Math.abs((item?.lastModified.getTime() ?? 0) - Date.now())).toBeLessThan(10_000);
    });

    describe('signed URLs', () => {
      test('give the object to anyone, under a name if wished', async () => {
        const key = await put('signed content', newKey('.pdf'));
        const shown = await under.fetch(await storage.signedUrl(key, { expiresInSeconds: 60 }));
        expect(shown).toEqual({ status: 200, body: 'signed content', disposition: null });
        const name = 'चालान "7" & more.pdf';
        const saved = await under.fetch(
          await storage.signedUrl(key, { expiresInSeconds: 60, downloadName: name }),
        );
        expect(saved).toMatchObject({ status: 200, body: 'signed content' });
        expect(saved.disposition).toMatch(/^attachment/);
        expect(decodeURIComponent(saved.disposition ?? '')).toContain(name);
      });

      test('do not serve for another object, a longer time or another name, nor when they have expired', async () => {
        const key = await put('mine', 'tests/signed/mine.txt');
        await put('other', 'tests/signed/other.txt');
        const url = await storage.signedUrl(key, { expiresInSeconds: 60, downloadName: 'mine.txt' });
        expect((await under.fetch(url)).status).toBe(200);
        const changed = [
          url.replace('/mine.txt', '/other.txt'),
          url.replace(/(expires=)(\d)/i, '$19$2').replace(/(X-Amz-Expires=)(\d)/, '$19$2'),
          url.replace(/mine\.txt(?=[&%"]|$)(?!\?)/g, 'your.txt'),
          url.replace(/[0-9a-f](?=[0-9a-f]*(&|$))/, (digit) => (digit === '0' ? '1' : '0')),
          url.split('?')[0] ?? '',
        ];
        for (const other of changed) {
          expect(other).not.toBe(url);
          expect([400, 403]).toContain((await under.fetch(other)).status);
        }
        const short = await storage.signedUrl(key, { expiresInSeconds: 1 });
        await new Promise((resolve) => setTimeout(resolve, 2100));
        expect((await under.fetch(short)).status).toBe(403);
      });

      test('are good for seven days at most', async () => {
        for (const expiresInSeconds of [0, -1, 1.5, 604_801]) {
          await expect(async () => storage.signedUrl('tests/a', { expiresInSeconds })).rejects.toThrow(
            RangeError,
          );
        }
        await storage.signedUrl('tests/a', { expiresInSeconds: 604_800 });
      });
    });

    test('only what lies under media/ is public', () => {
      expect(storage.publicUrl('media/ab/cd.jpg')).toMatch(/^http:\/\/.*\/media\/ab\/cd\.jpg$/);
      for (const key of [
        'invoices/1.pdf',
        'media',
        'media/',
        'media/signed/x.jpg',
        'media/../invoices/1.pdf',
      ]) {
        expect(() => storage.publicUrl(key)).toThrow(StorageKeyError);
      }
    });

    test('100 MiB go in and out without being held', async () => {
      const size = 100 * MIB;
      setFlagsFromString('--expose-gc');
      const collectGarbage = runInNewContext('gc') as () => void;
      const held = () => {
        collectGarbage();
        const { heapUsed, external } = process.memoryUsage();
        return heapUsed + external;
      };
      const before = held();
      let peak = 0;
      const sent = createHash('sha256');
      function* bytes() {
        for (let at = 0; at < size; at += MIB / 8) {
          const chunk = Buffer.alloc(MIB / 8, at % 251);
          sent.update(chunk);
          if (at % (25 * MIB) === 0) peak = Math.max(peak, held());
          yield chunk;
        }
      }
      const key = newKey('.bin');
      const stored = await storage.put(key, Readable.from(bytes()), {
        contentType: 'application/octet-stream',
      });
      expect(stored.size).toBe(size);

      const found = await storage.get(key);
      const received = createHash('sha256');
      let length = 0;
      for await (const chunk of found?.body ?? []) {
        received.update(chunk as Buffer);
        const earlier = length;
        length += (chunk as Buffer).length;
        if (Math.floor(earlier / (25 * MIB)) !== Math.floor(length / (25 * MIB)))
          peak = Math.max(peak, held());
      }
      expect(length).toBe(size);
      expect(received.digest('hex')).toBe(sent.digest('hex'));
      expect(peak - before).toBeLessThan(50 * MIB);
      await storage.delete(key);
    });

    test('a body that is not wanted to its end can be thrown away', async () => {
      const found = await storage.get(await put('x'.repeat(5 * MIB)));
      const body = found?.body ?? Readable.from([]);
      body.destroy();
      if (!body.closed) await once(body, 'close');
      expect(await buffer(Readable.from([Buffer.from('next')]))).toHaveLength(4);
      expect(await read(await put('next'))).toBe('next');
    });
  });
}
