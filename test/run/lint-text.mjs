import { text } from 'node:stream/consumers';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

/**
 * Lints texts as if they were files: reads `[{ filePath, code }]` from stdin, prints the names of the broken rules
 * with their messages. Its own process, because ESLint loads its configuration in ways that jest does not allow.
 */
const eslint = new ESLint({
  // The files do not exist, so rules that need types are left out; the arrows need none.
  overrideConfig: [{ files: ['**/*.ts'], ...tseslint.configs.disableTypeChecked }],
});
const cases = JSON.parse(await text(process.stdin));
const results = await Promise.all(
  cases.map(async ({ filePath, code }) => {
    const [result] = await eslint.lintText(code, { filePath });
    return result.messages.map(({ ruleId, message }) => `${ruleId}: ${message}`);
  }),
);
process.stdout.write(JSON.stringify(results));
