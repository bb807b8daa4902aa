import type { Page } from 'puppeteer-core';
import { pressKey } from '../_support/browser.js';

export interface Focused {
  /** What a screen reader would call it, about: its label, or its text. */
  name: string;
  href: string | undefined;
  /** Whether somebody who looks sees that it has the focus. */
  visible: boolean;
}

/** What has the focus. Hidden radio buttons show theirs on their label, fields on their border. */
const focused = (page: Page): Promise<Focused | null> =>
  page.evaluate(() => {
    interface Node {
      textContent: string;
      href?: string;
      id: string;
      type?: string;
      blur(): void;
      focus(options: { focusVisible: boolean; preventScroll: boolean }): void;
      getAttribute(name: string): string | null;
      labels?: ArrayLike<{ textContent: string }>;
      nextElementSibling: Node | null;
      parentElement: Node | null;
    }
    const { document, getComputedStyle } = globalThis as unknown as {
      document: { activeElement: Node; body: Node };
      getComputedStyle(
        node: unknown,
      ): Record<'outlineStyle' | 'outlineWidth' | 'boxShadow' | 'borderColor' | 'backgroundColor', string>;
    };
    const node = document.activeElement;
    if (node === document.body) return null;
    const looks = () => {
      const around = [node, node.nextElementSibling, node.parentElement].filter((item) => item !== null);
      return around.map((item) => {
        const { outlineStyle, outlineWidth, boxShadow, borderColor } = getComputedStyle(item);
        return [outlineStyle === 'none' ? '' : outlineWidth, boxShadow, borderColor].join(' ');
      });
    };
    const withFocus = looks();
    node.blur();
    const without = looks();
    node.focus({ focusVisible: true, preventScroll: true });
    const label = node.getAttribute('aria-label') ?? node.labels?.[0]?.textContent ?? node.textContent;
    return {
      name: label.trim(),
      href: node.href,
      visible: withFocus.join('|') !== without.join('|'),
    };
  });

/** Moves on by the key of tabulators until what is wanted has the focus, which has to be seen all the way. */
export async function tabTo(page: Page, wanted: (at: Focused) => boolean, name: string): Promise<void> {
  const passed: string[] = [];
  for (let step = 0; step < 120; step += 1) {
    await pressKey(page, 'Tab');
    const at = await focused(page);
    // Beyond the last element, or where a button went with what it did: the next one has it.
    if (at === null) continue;
    if (!at.visible) throw new Error(`Nobody sees that "${at.name}" has the focus`);
    if (wanted(at)) return;
    passed.push(at.name);
  }
  throw new Error(`The keyboard does not reach ${name}: ${passed.join(', ')}`);
}

/** To the button, field or link of this name. */
export const tabToName = (page: Page, name: string) => tabTo(page, (at) => at.name.startsWith(name), name);
