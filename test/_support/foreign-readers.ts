import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Programs that share no code with what wrote a file; a machine need not have them. */

async function works(command: string, args: readonly string[]): Promise<boolean> {
  return run(command, args).then(
    () => true,
    () => false,
  );
}

/** Whether a module of Python is there; a line says so where it is not. */
export async function hasPythonModule(name: string): Promise<boolean> {
  const found = await works('python3', ['-c', `import ${name}`]);
  if (!found) console.warn(`skipped: python3 has no ${name} (pip install ${name})`);
  return found;
}

/** Whether LibreOffice is there; a line says so where it is not. */
export async function hasLibreOffice(): Promise<boolean> {
  const found = await works('soffice', ['--version']);
  if (!found) console.warn('skipped: there is no soffice (LibreOffice)');
  return found;
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'haat-reader-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What a script of Python prints as JSON about a file, whose path is its first argument. */
export function readByPython(script: string, file: Buffer): Promise<unknown> {
  return inFolder(async (folder) => {
    const path = join(folder, 'file');
    await writeFile(path, file);
    const { stdout } = await run('python3', ['-c', script, path], { maxBuffer: 64 * 1024 * 1024 });
    return JSON.parse(stdout) as unknown;
  });
}

export const OPENPYXL = `
import json, sys, openpyxl
rows = openpyxl.load_workbook(open(sys.argv[1], 'rb')).active.iter_rows()
print(json.dumps([[(cell.value, cell.data_type) for cell in row] for row in rows]))`;

/** Parses XML with expat, and gives the texts of its leaves. */
export const EXPAT = `
import json, sys, xml.etree.ElementTree as tree
print(json.dumps([element.text for element in tree.parse(sys.argv[1]).iter() if element.text]))`;

/** A workbook as LibreOffice understands it, as CSV. */
export function asCsvByLibreOffice(workbook: Buffer): Promise<Buffer> {
  return inFolder(async (folder) => {
    await writeFile(join(folder, 'file.xlsx'), workbook);
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    // Separator, quote, UTF-8, first line, no formats, all texts in quotes.
    const filter = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true';
    await run('soffice', [
      profile,
      '--headless',
      '--convert-to',
      filter,
      '--outdir',
      folder,
      join(folder, 'file.xlsx'),
    ]);
    return readFile(join(folder, 'file.csv'));
  });
}
