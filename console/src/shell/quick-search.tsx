import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, spotlight } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { data } from '../lib/api.js';
import { useDeclarations } from '../lib/declarations.js';
import { label } from '../lib/format.js';
import { placeOf } from '../lib/place.js';
import { mayCall, useSession } from '../lib/session.js';
import { Icon } from './icon.js';
import { wholeMenu } from './plugin-menu.js';

interface Props {
  /** How often it was asked for: each time opens it. */
  opened: number;
  /** What was typed while it was loading. */
  typed: string;
  /** Its field has the focus, and hears further keys itself. */
  onReady: () => void;
}

/** Ctrl-K: finds pages, and orders, vendors, products, customers and jobs by what names them. */
export function QuickSearch({ opened, typed, onReady }: Props) {
  const navigate = useNavigate();
  const declarations = useDeclarations();
  const session = useSession();
  const audiences = session.me.activeVendor ? (['admin', 'vendor'] as const) : (['admin'] as const);
  const groups = audiences.flatMap((audience) =>
    wholeMenu(declarations, session, audience).map(({ label, icon, items }) => ({
      group: audience === 'vendor' ? `Vendor: ${label}` : label,
      actions: items.map((item) => ({
        id: item.to,
        label: item.label,
        leftSection: <Icon name={icon} />,
        onClick: () => void navigate(item.to),
      })),
    })),
  );
  const [own, setOwn] = useState<string | null>(null);
  const query = own ?? typed;
  useEffect(() => spotlight.open(), [opened]);
  const [asked] = useDebouncedValue(query.trim(), 200);
  const may = mayCall(declarations.get('getAdminQuickSearch'), session);
  const found = useQuery({
    queryKey: ['getAdminQuickSearch', asked],
    queryFn: ({ signal }) => data('getAdminQuickSearch', { query: { q: asked }, signal }),
    enabled: may && asked.length >= 2,
  });
  const things = (asked.length >= 2 ? (found.data ?? []) : []).map(({ kind, items }) => ({
    group: label(kind),
    actions: items.map(({ id, title, detail, link }) => ({
      id: `${kind} ${id}`,
      label: title,
      description: detail ?? undefined,
      // What the API found by another field than its title stays in the list.
      keywords: [asked, query],
      onClick: () => void navigate(placeOf(link)),
    })),
  }));
  return (
    <Spotlight
      actions={[...things, ...groups]}
      query={query}
      onQueryChange={setOwn}
      shortcut="mod + K"
      nothingFound="Nothing of this name"
      highlightQuery
      searchProps={{
        placeholder: 'Where to?',
        'aria-label': 'Search',
        onFocus: () => {
          if (own === null) setOwn(typed);
          onReady();
        },
      }}
      limit={30}
    />
  );
}
