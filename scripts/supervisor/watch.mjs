import { existsSync, readdirSync, watch } from 'node:fs';
import { refreshFiles } from './build-run.mjs';
import { changeOf, joinChanges } from './dev-changes.mjs';
import { writeFeatureLists } from './feature-lists.mjs';
import { inProject } from './paths.mjs';
import { linkFolder } from './plugins.mjs';
import { buildStorefront } from './storefront-build.mjs';

/** An editor writes several times when it saves, and a change of branch touches many files. */
const quietMs = 80;

/** Which part each bundle is. */
const partsByEntry = { server: 'api', worker: 'worker', 'sandboxes/main': 'sandboxes' };

/**
 * Restarts parts when what they are made of changes (`npm run dev`): sources, templates, migrations, `.env`. The
 * supervisor watches by itself, because a watching parent between it and the process would stay behind when both are
 * killed.
 * @param {object} options
 * @param {ReturnType<import('./parts.mjs').createParts>} options.parts
 * @param {() => Promise<string[]>} options.bundle bundles processes and workflows, and says which entries differ
 * @param {(work: () => Promise<unknown>) => Promise<void>} options.whileAway lets requests wait meanwhile
 * @param {() => Promise<unknown>} options.migrate
 * @param {() => boolean} options.readEnvironment reads `.env` again; false when it changes what only a start can change
 * @param {(line: string) => void} options.say
 * @returns {{ nextChange(): Promise<void>, apply(): void, close(): void }}
 */
export function watchSources({ parts, bundle, whileAway, migrate, readEnvironment, say }) {
  let pending;
  let timer;
  /** Changes are applied once everything runs for the first time; until then they only say that they came. */
  let applying = false;
  const waiting = [];
  let working = Promise.resolve();

  /** @returns {Promise<string[]>} the parts to restart */
  async function prepare(change) {
    await writeFeatureLists();
    if (change.files.length > 0) await refreshFiles(change.files);
    const entries = change.build ? await bundle() : [];
    if (change.storefront) await buildStorefront({ minify: false });
    if (change.migrate) {
      say('changed: running the migrations');
      await migrate();
    }
    return [...new Set([...change.restart, ...entries.flatMap((entry) => partsByEntry[entry] ?? [])])];
  }

  async function apply() {
    if (!pending) return;
    const change = pending;
    pending = undefined;
    try {
      if (change.environment && !readEnvironment()) {
        say('.env changes ports, DATA_DIR or which parts are embedded: stop, and start again');
        return;
      }
      const names = await prepare(change);
      if (names.length === 0) return say('changed: no process differs');
      say(`changed: restarting ${names.join(' and ')}`);
      const restart = (name) => () => parts[name]?.restart();
      await Promise.all(names.map((name) => (name === 'api' ? whileAway(restart(name)) : restart(name)())));
    } catch (error) {
      // A half-written source is normal while somebody works; the next save tries again.
      say(`the change could not be applied: ${error.message.split('\n')[0]}`);
      pending = joinChanges(pending, change);
    }
  }

  function onChange(folder, path) {
    const change = path === null ? undefined : changeOf(folder, path);
    if (!change) return;
    pending = joinChanges(pending, change);
    clearTimeout(timer);
    timer = setTimeout(settled, quietMs);
  }

  function settled() {
    for (const resolve of waiting.splice(0)) resolve();
    if (applying) working = working.then(apply);
  }

  const folders = [
    ...['src', 'client', 'examples/storefront', 'sandboxes', 'migrations'].filter((folder) =>
      existsSync(inProject(folder)),
    ),
    ...pluginFolders(),
  ];
  const watchers = folders.map((folder) =>
    watch(inProject(folder), { recursive: true }, (_event, path) => onChange(folder, path)),
  );
  watchers.push(watch(inProject(), (_event, path) => onChange('.', path)));
  say(`watching ${folders.join(', ')} and .env`);
  return {
    /** Resolves with the next change, whether it is applied or not. */
    nextChange: () => new Promise((resolve) => waiting.push(resolve)),
    /** From now on changes are applied, first those that came meanwhile. */
    apply() {
      applying = true;
      if (pending) settled();
    },
    close() {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}

/** The folders of registered plugins. */
function pluginFolders() {
  const names = existsSync(inProject(linkFolder)) ? readdirSync(inProject(linkFolder)) : [];
  return names.map((name) => `${linkFolder}/${name}`);
}
