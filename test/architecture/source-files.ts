import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { plugins } from '#domain/plugins.js';

const root = join(import.meta.dirname, '..', '..');

export interface SourceFile {
  /** Path within the project. */
  file: string;
  /** How it is imported. */
  specifier: string;
}

/** The files of a layer with this ending, those of registered plugins included. */
export function sourceFiles(layer: string, ending = '.ts'): SourceFile[] {
  const places = [
    { folder: `src/${layer}`, specifier: `#${layer}` },
    ...plugins.map(({ name }) => ({
      folder: `.plugins/${name}/${layer}`,
      specifier: `#plugins/${name}/${layer}`,
    })),
  ].filter(({ folder }) => existsSync(join(root, folder)));
  return places.flatMap(({ folder, specifier }) =>
    readdirSync(join(root, folder), { recursive: true })
      .map(String)
      .filter((name) => name.endsWith(ending))
      .map((name) => ({
        file: `${folder}/${name}`,
        specifier: `${specifier}/${name.replace(/\.ts$/, '.js')}`,
      })),
  );
}
