import { NavLink, ScrollArea } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { useDeclarations } from '../lib/declarations.js';
import { mayCall, useSession } from '../lib/session.js';
import { queues } from '../pages/queues/queues.js';
import { Icon } from './icon.js';
import type { MenuGroup } from './menu.js';
import { wholeMenu } from './plugin-menu.js';
import { useVendorSide, VendorNavigation } from './vendor-navigation.js';
import { WaitingCount } from './waiting-count.js';

/** The menu: what the session's permissions and its role within the vendor allow. */
export function Navigation() {
  const declarations = useDeclarations();
  const session = useSession();
  const { pathname, search } = useLocation();
  const admin = wholeMenu(declarations, session, 'admin');
  const vendorSide = useVendorSide();
  if (vendorSide)
    return (
      <ScrollArea type="auto" component="nav" aria-label="Main">
        <VendorNavigation />
        {session.permissions.size > 0 && (
          <NavLink
            component={Link}
            to="/"
            label="Back to operations"
            leftSection={<Icon name="back" />}
            mt="md"
          />
        )}
      </ScrollArea>
    );
  const tab = new URLSearchParams(search).get('tab');
  // Where the tab has an entry of the menu, the page around it is another place.
  const named = admin.some(({ items }) => items.some(({ to }) => to === `${pathname}?tab=${tab}`));
  const here = { pathname, tab, named };
  return (
    <ScrollArea type="auto" component="nav" aria-label="Main">
      <NavLink
        component={Link}
        to="/"
        label="Home"
        leftSection={<Icon name="home" />}
        rightSection={<WaitingCount of="home" />}
        active={pathname === '/'}
      />
      <Queues here={here} />
      {admin.map((group) => (
        <Group key={group.label} group={group} here={here} />
      ))}
      {session.me.activeVendor && (
        <NavLink
          component={Link}
          to="/vendor"
          label={session.me.activeVendor.displayName}
          leftSection={<Icon name="catalog" />}
        />
      )}
    </ScrollArea>
  );
}

/** What waits for a decision; absent where the session may decide nothing. */
function Queues({ here }: { here: Here }) {
  const declarations = useDeclarations();
  const session = useSession();
  if (!queues.some(({ list }) => mayCall(declarations.get(list), session))) return null;
  return (
    <NavLink
      component={Link}
      to="/queues"
      label="Queues"
      leftSection={<Icon name="check" />}
      rightSection={<WaitingCount of="queues" />}
      active={here.pathname === '/queues'}
    />
  );
}

interface Here {
  pathname: string;
  tab: string | null;
  /** Whether an entry of the menu leads to the tab. */
  named: boolean;
}

/** An address with a tab is the place of that tab alone. */
function isWithin({ pathname, tab, named }: Here, to: string): boolean {
  const [path = '', query] = to.split('?');
  if (query !== undefined) return pathname === path && query === `tab=${tab}`;
  return pathname === path ? !named : pathname.startsWith(`${path}/`);
}

function Group({ group: { label, icon, items }, here }: { group: MenuGroup; here: Here }) {
  // The longest that fits: `/admin/orders` is no place within `/admin/orders/…` of another list.
  const current = items
    .filter(({ to }) => isWithin(here, to))
    .sort((first, second) => second.to.length - first.to.length)[0];
  return (
    <NavLink
      label={label}
      leftSection={<Icon name={icon} />}
      defaultOpened={current !== undefined}
      key={`${label} ${current !== undefined}`}
    >
      {items.map((item) => (
        <NavLink key={item.to} component={Link} to={item.to} label={item.label} active={item === current} />
      ))}
    </NavLink>
  );
}
