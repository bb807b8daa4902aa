import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..', '..');

/** Every page of documentation, by its path. Generated references are held to the code by their own test. */
const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs', 'bench', 'temporal']
  .filter((place) => existsSync(join(root, place)))
  .flatMap((place) =>
    place.endsWith('.md')
      ? [place]
      : readdirSync(join(root, place), { recursive: true })
          .map((file) => join(place, String(file)))
          .filter((file) => file.endsWith('.md')),
  );
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** A path of the project between back-quotes; placeholders and patterns are none. */
const projectPath =
  /`((?:src|test|scripts|sandboxes|docs|temporal|migrations|bench|docker)\/[\w./-]+|[\w.-]+\.(?:mjs|json|md))`/g;

describe.each(pages)('%s', (page) => {
  it('names files that exist', () => {
    const named = [...read(page).matchAll(projectPath)].map((match) => match[1] ?? '');
    const missing = named.filter(
      (path) => !existsSync(join(root, path)) && !existsSync(join(root, dirname(page), path)),
    );
    expect(missing.map((path) => `${page} names ${path}, which does not exist`)).toEqual([]);
  });

  it('links to pages that exist', () => {
    const links = [...read(page).matchAll(/\]\((?!https?:|#|<)([^)#\s]+)/g)].map((match) => match[1] ?? '');
    const broken = links.filter((link) => !existsSync(join(root, dirname(page), link)));
    expect(broken.map((link) => `${page} links to ${link}, which does not exist`)).toEqual([]);
  });
});

describe('the request that docs/architecture.md follows', () => {
  const steps = [
    ...read('docs/architecture.md').matchAll(/^\| (\d+) +\|.*\| `([\w./-]+)` +\| `([^`]+)` +\|$/gm),
  ].map(([, step, file, word]) => ({ step: Number(step), file: file ?? '', word: word ?? '' }));

  it('has all its steps', () => {
    expect(steps.map(({ step }) => step)).toEqual(Array.from({ length: 21 }, (_, index) => index + 1));
  });

  it.each(steps)('step $step finds $word in $file', ({ file, word }) => {
    expect(read(file)).toContain(word);
  });
});

describe('the flow that CONTRIBUTING.md leads through', () => {
  const chapter =
    read('CONTRIBUTING.md').split('## One flow, from route to mail')[1]?.split('\n## ')[0] ?? '';
  const steps = chapter
    .split(/\n(?=\*\*\d+\. )/)
    .slice(1)
    .map((text) => ({
      title: /^\*\*(\d+\. [^*]+)\*\*/.exec(text)?.[1] ?? '',
      files: [...text.matchAll(/\]\(((?:src|migrations)\/[^)]+)\)/g)].map((match) => match[1] ?? ''),
      excerpts: [...text.matchAll(/```(?:ts|sql)\n([^]*?)```/g)].flatMap((match) =>
        (match[1] ?? '').split(/^ *(?:\/\/|--) …\n/m),
      ),
    }));
  /** Lines without their indentation, which the formatter takes for its own in a page. */
  const plain = (text: string) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .join('\n');

  it('passes every layer', () => {
    expect(steps).toHaveLength(9);
    const folders = new Set(
      steps.flatMap(({ files }) => files.map((file) => /^(?:src\/)?(\w+)/.exec(file)?.[1])),
    );
    expect([...folders].sort()).toEqual([
      'activities',
      'api',
      'db',
      'domain',
      'events',
      'migrations',
      'operations',
      'workflows',
    ]);
    expect(steps.filter(({ excerpts }) => excerpts.length > 0)).toHaveLength(8);
  });

  it.each(steps)('$title: its excerpts stand in the files that it names', ({ files, excerpts }) => {
    const sources = files.map((file) => plain(read(file)));
    const missing = excerpts.filter((excerpt) => !sources.some((text) => text.includes(plain(excerpt))));
    expect(missing).toEqual([]);
  });
});

describe.each(readdirSync(join(root, '.github', 'ISSUE_TEMPLATE')).filter((file) => file !== 'config.yml'))(
  '.github/ISSUE_TEMPLATE/%s',
  (file) => {
    it('is a form with a name, a description, and fields of different names', () => {
      const form = parse(read(join('.github', 'ISSUE_TEMPLATE', file))) as {
        name?: string;
        description?: string;
        body?: { type: string; id?: string; attributes?: { label?: string } }[];
      };
      expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) });
      const fields = (form.body ?? []).filter(({ type }) => type !== 'markdown');
      expect(fields.length).toBeGreaterThan(0);
      expect(fields.filter(({ id, attributes }) => !id || !attributes?.label)).toEqual([]);
      expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
    });
  },
);

describe('the files of four operations in docs/architecture.md', () => {
  /** What hands services, operations, activities and workflows to those that use them. */
  const composing = [
    'src/api/feature-services.ts',
    'src/api/checkout/create-checkout.ts',
    'src/operations/operations.ts',
    'src/api/invoices/invoices.services.ts',
    'src/api/shipping/shipping.services.ts',
    'src/events/subscriptions.ts',
    'src/workflows/index.ts',
    'src/activities/invoices/invoices.queues.ts',
    'src/activities/payments/payments.queues.ts',
  ];
  const chapter =
    read('docs/architecture.md').split('## The files of four operations')[1]?.split('\n## ')[0] ?? '';
  const operations = [
    ...chapter.matchAll(/- \*\*(.+?)\*\* \(`(\w+) (.+?)`\), (\d+) files: ([^]*?)(?=\n- |\n*$)/g),
  ].map(([, name = '', method = '', path = '', count, files = '']) => ({
    name,
    method: method.toLowerCase(),
    path,
    count: Number(count),
    files: [...files.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
  }));

  /** The files that a file imports, types included. */
  const importsOf = (file: string) =>
    [...read(file).matchAll(/from '(#|\.{1,2}\/)([^']+)\.js'/g)].map(([, kind, path = '']) =>
      kind === '#' ? `src/${path}.ts` : `${join(dirname(file), kind ?? '', path)}.ts`,
    );
  const composed = new Set(composing.flatMap(importsOf));

  it('are those of four operations', () => {
    expect(operations.map(({ path }) => path)).toHaveLength(4);
  });

  it.each(operations)(
    '$name begins with its declaration, and each file follows from those before it',
    (operation) => {
      const { method, path, count, files } = operation;
      expect(files).toHaveLength(count);
      const { paths } = JSON.parse(read('openapi.json')) as { paths: Record<string, object> };
      expect(Object.keys(paths[path] ?? {})).toContain(method);
      const unreached = files.filter(
        (file, index) =>
          index > 0 && !composed.has(file) && !files.slice(0, index).flatMap(importsOf).includes(file),
      );
      expect(unreached).toEqual([]);
    },
  );
});
