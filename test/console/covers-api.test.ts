import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, it } from '@jest/globals';
import { consoleDeclarations } from '#api/console/console-declarations.js';
import { allRoutes } from '#api/routes.js';

const root = join(import.meta.dirname, '..', '..');

interface Entry {
  id: string;
  audience: string;
  method: string;
  path: string;
}
interface Reached {
  Declarations: new (index: unknown) => unknown;
  reachedByPages(declarations: unknown, audience: string): Set<string>;
}

/** The console's own rules of what its generic pages reach. */
async function loadRules(): Promise<Reached> {
  const folder = await mkdtemp(join(root, '.cache', 'reached-'));
  const outfile = join(folder, 'reached.mjs');
  try {
    await build({
      stdin: {
        contents:
          "export { reachedByPages } from './generic/reached.js'; export { Declarations } from './lib/declarations.js';",
        resolveDir: join(root, 'console', 'src'),
      },
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      jsx: 'automatic',
      logLevel: 'error',
      alias: { 'haat-client': join(root, 'client', 'src', 'index.ts') },
    });
    return (await import(outfile)) as Reached;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The sources of the pages made by hand name the operations that they call. */
const byHand = ['pages', 'shell', 'lib']
  .flatMap((folder) =>
    readdirSync(join(root, 'console', 'src', folder), { recursive: true }).map((file) =>
      join(folder, String(file)),
    ),
  )
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => readFileSync(join(root, 'console', 'src', file), 'utf8'))
  .join('\n');

/** And those of the plugins that come with the platform. */
const ofPlugins = ['merchant-feed', 'social-catalog']
  .map((name) => readFileSync(join(root, 'plugins', name, 'console', `${name}-page.tsx`), 'utf8'))
  .join('\n');

const named = (id: string) => new RegExp(`['"]${id}['"]`).test(byHand + ofPlugins);

/** Operations that no page reaches, and why. */
const exceptions: Record<string, string> = {
  getAdminOrdersByOrderIdInvoiceStream: 'the page asks for the status of each invoice while one is rendered',
  getAdminOrdersByOrderIdVendorsByOrderVendorIdInvoiceStream:
    'the page asks for the status while it is rendered',
  getAdminSearchReindexByRunId: 'the run is a job, and the page of the job shows its progress',
  getAdminGstReturnsGstr8ByMonth: 'takes a month, which no list names yet',
  getAdminGstReturnsGstr8ByMonthExport: 'takes a month, which no list names yet',
  getVendorOrdersByOrderVendorIdInvoiceStream: 'the page asks for the status while it is rendered',
  getVendorOrdersDocumentsByIdDownload: 'the document says its address, which the page opens',
  getVendorCustomFieldsOrdersById: 'custom fields of vendors have no page yet',
  getVendorCustomFieldsVariantsById: 'custom fields of vendors have no page yet',
  postVendorGstReturnsByMonthExports: 'the tax page downloads the file itself',
};

it('console-covers-api: a page reaches every operation of operators and vendors', async () => {
  const { Declarations, reachedByPages } = await loadRules();
  const { index } = consoleDeclarations(allRoutes);
  const declarations = new Declarations(index);
  const { operations } = index as { operations: Entry[] };
  const reached = new Set(
    ['admin', 'vendor'].flatMap((audience) => [...reachedByPages(declarations, audience)]),
  );
  const missed = operations.filter(({ id }) => !reached.has(id) && !named(id) && !(id in exceptions));
  expect(missed.map(({ method, path, id }) => `${method} ${path} (${id})`)).toEqual([]);
  const stale = Object.keys(exceptions).filter((id) => reached.has(id) || named(id));
  expect(stale).toEqual([]);
});
