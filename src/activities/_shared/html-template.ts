import { readFile } from 'node:fs/promises';
import { Liquid, type Template } from 'liquidjs';
import { projectFile } from '#lib/project-files.js';

/**
 * Everything printed is text of vendors and buyers, so it is escaped without the template having to ask for it, and a
 * name the view does not have is an error rather than a hole in a document.
 */
const engine = new Liquid({
  outputEscape: 'escape',
  ownPropertyOnly: true,
  strictVariables: true,
  strictFilters: true,
  // Far above the largest order; what they stop is a template that has gone wrong.
  parseLimit: 1_000_000,
  renderLimit: 30_000,
  memoryLimit: 100_000_000,
});

/** Renders a template of the source tree, parsed once. */
export function createHtmlTemplate(path: string): (view: object) => Promise<string> {
  let parsed: Promise<Template[]> | undefined;
  return async (view) => {
    parsed ??= readFile(projectFile(path), 'utf8').then((text) => engine.parse(text));
    // Nothing in it waits, and promises took longer than the work.
    const html: unknown = engine.renderSync(await parsed, view);
    return String(html);
  };
}
