import { Spotlight, spotlight } from '@mantine/spotlight';
import { useNavigate } from 'react-router';
import { useDeclarations } from '../lib/declarations.js';
import { useSession } from '../lib/session.js';
import { Icon } from './icon.js';
import { menuOf } from './menu.js';

export const openQuickSearch = () => spotlight.open();

/** Ctrl-K: finds pages. */
export function QuickSearch() {
  const navigate = useNavigate();
  const declarations = useDeclarations();
  const session = useSession();
  const audiences = session.me.activeVendor ? (['admin', 'vendor'] as const) : (['admin'] as const);
  const groups = audiences.flatMap((audience) =>
    menuOf(declarations, session, audience).map(({ label, icon, items }) => ({
      group: audience === 'vendor' ? `Vendor: ${label}` : label,
      actions: items.map((item) => ({
        id: item.to,
        label: item.label,
        leftSection: <Icon name={icon} />,
        onClick: () => void navigate(item.to),
      })),
    })),
  );
  return (
    <Spotlight
      actions={groups}
      shortcut="mod + K"
      nothingFound="No page of this name"
      highlightQuery
      searchProps={{ placeholder: 'Where to?', 'aria-label': 'Search' }}
      limit={12}
    />
  );
}
