import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { namesOf } from './feature-names.js';

/** What a feature begins with: rows with an admin screen, and on top of them work in the background. */
export const featureKinds = ['crud', 'flow', 'derived', 'webhook'] as const;
export type FeatureKind = (typeof featureKinds)[number];

/** Templates are text: their imports are those of the feature that they become. */
const SUFFIX = '.txt';

/** Recorded runs, whose payloads are names and ids in base64. */
const HISTORIES = 'temporal';

const inPayloads = (history: string, named: (text: string) => string) =>
  history.replaceAll(/(?<="data": ")[A-Za-z0-9+/=]+/g, (payload) =>
    Buffer.from(named(Buffer.from(payload, 'base64').toString())).toString('base64'),
  );

/** The folders of templates that make up a kind. */
export const layersOf = (kind: FeatureKind): FeatureKind[] => (kind === 'crud' ? ['crud'] : ['crud', kind]);

/** The files of a folder of templates, by path, in the names of a feature. */
export function templateFiles(folder: string, slug: string, stamp = ''): Record<string, string> {
  const { replacements } = namesOf(slug);
  const named = (text: string) =>
    replacements.reduce((result, [from, to]) => result.replaceAll(from, to), text);
  const files: Record<string, string> = {};
  for (const file of readdirSync(folder, { recursive: true }).map(String).sort()) {
    if (!file.endsWith(SUFFIX)) continue;
    const path = named(file.slice(0, -SUFFIX.length)).replace('STAMP', stamp);
    const text = readFileSync(join(folder, file), 'utf8');
    files[path.replaceAll('\\', '/')] = named(path.startsWith(HISTORIES) ? inPayloads(text, named) : text);
  }
  return files;
}

/** The files of a feature, by path within the project. @param templates the folder of all templates */
export function featureFiles(
  templates: string,
  slug: string,
  kind: FeatureKind,
  now: Date,
): Record<string, string> {
  const stamp = now.toISOString().replace(/\D/g, '').slice(0, 14);
  // A migration of a later layer comes after that of an earlier one.
  const layers = layersOf(kind).map((layer, place) =>
    templateFiles(join(templates, layer), slug, String(Number(stamp) + place)),
  );
  return Object.assign({}, ...layers) as Record<string, string>;
}
