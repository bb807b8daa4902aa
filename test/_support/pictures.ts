import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const sizes = { wide: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } } as const;

/** What breaks a rule of WCAG 2.1, levels A and AA: three elements of each rule. */
export async function violations(page: Page): Promise<string[]> {
  // The debugger's isolated context: the policy of a page lets no foreign script in.
  await page.evaluate(axe);
  const found = (await page.evaluate(
    "axe.run(document, { runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }, resultTypes: ['violations'] })",
  )) as { violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] };
  return found.violations.flatMap(({ id, nodes }) =>
    nodes
      .slice(0, 3)
      .map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary.slice(0, 300)}`),
  );
}

export interface PictureOptions {
  folder: string;
  /** The file is `<name>-<wide|phone>-<light|dark>.png`. */
  name: string;
  /** Also holds the dark page to the rules of WCAG. */
  rules?: boolean;
}

/** Four pictures of a page, wide and phone, light and dark; returns what is wrong with it: it scrolls sideways or breaks a rule. */
export async function takePictures(
  page: Page,
  { folder, name, rules = false }: PictureOptions,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const [size, viewport] of Object.entries(sizes))
    for (const scheme of ['light', 'dark']) {
      await page.setViewport(viewport);
      await page.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value: scheme },
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ]);
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      const path = join(folder, `${name}-${size}-${scheme}.png`) as `${string}.png`;
      await page.screenshot({ path, fullPage: true });
      const wider = Number(
        await page.evaluate('document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth'),
      );
      if (size === 'phone' && wider > 0) wrong.push(`${name}: ${wider} px sideways at 360 px`);
      if (rules && scheme === 'dark')
        wrong.push(...(await violations(page)).map((rule) => `${name}, ${size}, dark: ${rule}`));
    }
  return wrong;
}
