import { pages } from 'haat-console-plugins';
import type { Declarations } from '../lib/declarations.js';
import { mayCall, type Session } from '../lib/session.js';
import { type MenuGroup, menuOf } from './menu.js';

/** The address of a page of a plugin. */
export const pluginAddress = ({ plugin, path }: { plugin: string; path: string }): string =>
  `/plugins/${plugin}${path && `/${path}`}`;

/** What the session may list, by groups, and the pages that plugins add. */
export function wholeMenu(
  declarations: Declarations,
  session: Session,
  audience: 'admin' | 'vendor',
): MenuGroup[] {
  const items = pages
    .filter(({ operation }) => declarations.get(operation)?.audience === audience)
    .filter(({ operation }) => mayCall(declarations.get(operation), session))
    .map((page) => ({ label: page.title, to: pluginAddress(page) }));
  const menu = menuOf(declarations, session, audience);
  return items.length === 0 ? menu : [...menu, { label: 'Plugins', icon: 'plugins', items }];
}
