import { execFile } from 'node:child_process';
import { beforeAll, describe, expect, test } from '@jest/globals';

/** Where, what it says, and whether the arrows allow it. */
const cases = [
  ['src/domain/x/x.ts', `import type { A } from '#domain/_shared/app-error.js'`, 'allowed'],
  ['src/domain/x/x.ts', `import type { A } from '#lib/clock.js'`, 'refused'],
  ['src/domain/x/x.ts', `import { z } from 'zod'`, 'refused'],
  ['src/domain/x/x.settings.ts', `import { z } from 'zod'`, 'allowed'],
  ['src/domain/x/x.settings.ts', `import { a } from '#db/knex.js'`, 'refused'],
  ['src/domain/x/x.ts', `import { readFileSync } from 'node:fs'`, 'refused'],
  ['src/domain/x/x.ts', `import { readFileSync } from 'fs'`, 'refused'],
  ['src/domain/x/x.ts', `import { DateTime } from 'luxon'`, 'allowed'],
  ['src/domain/x/x.ts', `import { a } from '../y/y.js'`, 'refused'],
  ['src/workflows/x/x.workflow.ts', `import { sleep } from '@temporalio/workflow'`, 'allowed'],
  ['src/workflows/x/x.workflow.ts', `import { a } from '#domain/x/x.js'`, 'allowed'],
  ['src/workflows/x/x.workflow.ts', `import type { A } from '#activities/x/x.activities.js'`, 'allowed'],
  ['src/workflows/x/x.workflow.ts', `import { A } from '#activities/x/x.activities.js'`, 'refused'],
  ['src/workflows/x/x.workflow.ts', `import type { A } from '#db/x/x.repository.js'`, 'refused'],
  ['src/workflows/x/x.workflow.ts', `import { z } from 'zod'`, 'refused'],
  ['src/workflows/x/x.workflow.ts', `import { setTimeout } from 'node:timers'`, 'refused'],
  ['src/activities/x/x.activities.ts', `import { a } from '#db/x/x.repository.js'`, 'allowed'],
  ['src/activities/x/x.activities.ts', `import { a } from '#api/x/x.service.js'`, 'refused'],
  ['src/activities/x/x.activities.ts', `import { Client } from '@temporalio/client'`, 'refused'],
  ['src/db/x/x.repository.ts', `import { a } from '#api/_shared/values.js'`, 'refused'],
  ['src/db/x/x.repository.ts', `import { a } from '#workflows/x/x.contract.js'`, 'refused'],
  ['src/db/x/x.repository.ts', `import { a } from '#activities/x/x.activities.js'`, 'refused'],
  ['src/db/x/x.repository.ts', `import { a } from '#domain/x/x.js'`, 'allowed'],
  ['src/api/x/x.service.ts', `import { a } from '#db/x/x.repository.js'`, 'allowed'],
  ['src/api/x/x.service.ts', `import { a } from '#workflows/x/x.contract.js'`, 'allowed'],
  ['src/api/x/x.service.ts', `import { a } from '#workflows/x/do-x.workflow.js'`, 'refused'],
  ['src/api/x/x.service.ts', `import { a } from '#activities/x/x.activities.js'`, 'refused'],
  ['src/api/x/x.service.ts', `import { Client } from '@temporalio/client'`, 'refused'],
  ['src/api/x/x.service.ts', `import knex from 'knex'`, 'refused'],
  ['src/api/x/x.routes.ts', `import { a } from '#db/x/x.repository.js'`, 'refused'],
  ['src/integrations/x/x.ts', `import { a } from '#lib/clock.js'`, 'allowed'],
  ['src/integrations/x/x.ts', `import { a } from '#db/x/x.repository.js'`, 'refused'],
  ['src/integrations/x/x.ts', `import { a } from '#workflows/x/x.contract.js'`, 'refused'],
  ['src/lib/workflow-gateway.ts', `import { Client } from '@temporalio/client'`, 'allowed'],
  ['src/lib/x.ts', `import { Client } from '@temporalio/client'`, 'refused'],
] as const;

function lint(texts: { filePath: string; code: string }[]): Promise<string[][]> {
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, ['test/run/lint-text.mjs'], (error, stdout, stderr) => {
      if (error) reject(new Error(stderr));
      else resolve(JSON.parse(stdout) as string[][]);
    });
    child.stdin?.end(JSON.stringify(texts));
  });
}

describe('the arrows between the layers', () => {
  let results: string[][] = [];

  beforeAll(async () => {
    results = await lint([
      ...cases.map(([filePath, code]) => ({ filePath, code: `${code};\n` })),
      {
        filePath: 'src/workflows/x/x.workflow.ts',
        code: 'export const options = { validator: async () => {} };\n',
      },
      { filePath: 'src/lib/x.ts', code: 'export default 1;\n' },
      { filePath: 'src/lib/x.ts', code: '// line\n'.repeat(401) },
    ]);
  }, 120_000);

  test.each(cases.map((row, index) => [...row, index] as const))(
    '%s: %s is %s',
    (_file, _code, verdict, index) => {
      const broken = (results[index] ?? []).filter((line) => line.includes('no-restricted-imports'));
      expect(broken).toHaveLength(verdict === 'refused' ? 1 : 0);
    },
  );

  test('an asynchronous validator, a default export and a file of more than 400 lines are refused', () => {
    const [validator, defaultExport, long] = results.slice(cases.length);
    expect(validator).toEqual([expect.stringContaining('validator of an update is synchronous')]);
    expect(defaultExport).toEqual([expect.stringContaining('import-x/no-default-export')]);
    expect(long).toEqual([expect.stringContaining('max-lines')]);
  });
});
