import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import type { ComposeFile } from '../../scripts/compose/compose-file.js';
import { interpolate } from '../../scripts/compose/interpolate.js';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const compose = read('docker-compose.yml');

describe('variables in a compose file', () => {
  test.each([
    ['${A:-x}', {}, 'x'],
    ['${A:-x}', { A: '' }, 'x'],
    ['${A-x}', { A: '' }, ''],
    ['${A:+x}${B:+y}', { A: '1' }, 'x'],
    ['${A:-${B:-${C}z}}!', { C: 'c' }, 'cz!'],
    ['$$A $A-${A}', { A: 'a' }, '$A a-a'],
  ])('%s with %j is %j', (text, values, expected) => {
    expect(interpolate(text, values)).toEqual({ text: expected, missing: [] });
  });

  test('names what is required and missing', () => {
    expect(interpolate('${A:?a} ${B?b} ${C:?c}', { B: '', C: 'c' })).toEqual({
      text: '  c',
      missing: ['A'],
    });
  });
});

describe('the compose files', () => {
  test('has the web UI decrypt where payloads are encrypted, and lets its origin ask; not where they are not', () => {
    const uiOf = (values: Record<string, string>) => {
      const address = { PUBLIC_API_BASE_URL: 'https://api.example.com' };
      const { services } = parse(interpolate(compose, { ...address, ...values }).text, {
        merge: true,
      }) as ComposeFile;
      const [ui, api] = [services?.['temporal-ui']?.environment, services?.['api']?.environment];
      return [ui?.['TEMPORAL_CODEC_ENDPOINT'], api?.['CORS_ORIGINS']];
    };
    expect(uiOf({})).toEqual([null, null]);
    expect(uiOf({ TEMPORAL_PAYLOAD_KEY: 'key' })).toEqual([
      'https://api.example.com/engine/codec',
      'http://localhost:8243',
    ]);
    expect(uiOf({ TEMPORAL_PAYLOAD_KEY: 'key', CORS_ORIGINS: 'https://shop.example.com' })[1]).toBe(
      'https://shop.example.com',
    );
  });

  test('has the services that the documents name', () => {
    const text = `${read('README.md')}${read('docs/operations.md')}${compose}`;
    const named = [...text.matchAll(/docker compose (?:run --rm|exec) ([\w-]+)/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(3);
    const { services } = parse(compose, { merge: true }) as ComposeFile;
    for (const name of named) expect([name, services?.[name ?? '']]).toEqual([name, expect.anything()]);
  });

  test('starts no search server without a key, which that would refuse again and again', () => {
    expect(compose).toContain('TYPESENSE_API_KEY: ${TYPESENSE_API_KEY:?');
  });
});
