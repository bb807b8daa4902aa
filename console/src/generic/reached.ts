import type { Declarations, OperationEntry } from '../lib/declarations.js';
import { inMenu } from '../shell/menu.js';
import { actionsOf, actsOf, filesOf, filesOnRow, readOf, statesOf, withinRow } from './match.js';

/** The operations that the generic pages of an audience reach from its menu, by their ids; a test looks for the rest. */
export function reachedByPages(declarations: Declarations, audience: string): Set<string> {
  const reached = new Set<string>();
  const add = (items: readonly (OperationEntry | undefined)[]) => {
    for (const item of items) {
      if (!item || reached.has(item.id)) continue;
      reached.add(item.id);
      if (item.list) addList(item);
      else if (item.method === 'get') addRow(item);
    }
  };
  const addRow = (item: OperationEntry) =>
    add([...withinRow(declarations, item.entity, audience), ...filesOf(declarations, item)]);
  const addList = (list: OperationEntry) => {
    const standard = [list.create, list.update, list.delete, list.restore].map((id) => declarations.get(id));
    add([...standard, readOf(declarations, list), ...actionsOf(declarations, list)]);
    if (!readOf(declarations, list)) add(filesOnRow(declarations, list));
  };
  add(declarations.lists(audience).filter(inMenu));
  add([...statesOf(declarations, audience), ...actsOf(declarations, audience)]);
  return reached;
}
