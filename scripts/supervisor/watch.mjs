import { existsSync, watch } from 'node:fs';
import { inProject } from './paths.mjs';
import { cachedSourceBundle } from './workflow-bundle.mjs';

/** An editor writes several times when it saves, and a change of branch touches many files. */
const quietMs = 250;

/** Which parts a change concerns, by the beginning of its path below the folder. */
function concerned(folder, path, parts) {
  if (folder === 'sandboxes') return [parts.sandboxes];
  if (/^(workflows|activities)[\\/]/.test(path)) return [parts.worker];
  if (/^api[\\/]/.test(path)) return [parts.api];
  return [parts.worker, parts.api];
}

/**
 * Restarts parts when their sources change (`npm run dev`). The supervisor watches by itself, because a watching
 * parent between it and the process would stay behind when both are killed.
 * @returns {() => void} ends the watching
 */
export function watchSources(parts, say) {
  let pending = new Set();
  let bundle = false;
  let timer;
  let working = Promise.resolve();

  async function apply() {
    const restarts = [...pending];
    const rebundle = bundle;
    pending = new Set();
    bundle = false;
    try {
      if (rebundle)
        parts.setWorkflowBundle(
          await cachedSourceBundle({
            traced: Boolean(parts.environment().OTEL_EXPORTER_OTLP_ENDPOINT),
          }),
        );
      say(`changed: restarting ${restarts.map(({ name }) => name).join(' and ')}`);
      await Promise.all(restarts.map((part) => part.restart()));
    } catch (error) {
      // A half-written source is normal while somebody works; the next save tries again.
      say(`the change could not be applied: ${error.message.split('\n')[0]}`);
    }
  }

  function onChange(folder, path) {
    if (path === null || !/\.(ts|json|liquid|html|css|sql)$/.test(path)) return;
    for (const part of concerned(folder, path, parts)) pending.add(part);
    bundle ||= folder === 'src' && /^(workflows|domain)[\\/]/.test(path);
    clearTimeout(timer);
    timer = setTimeout(() => (working = working.then(apply)), quietMs);
  }

  const watchers = ['src', 'sandboxes']
    .filter((folder) => existsSync(inProject(folder)))
    .map((folder) => watch(inProject(folder), { recursive: true }, (_event, path) => onChange(folder, path)));
  say('watching src and sandboxes');
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
