import { NavLink, ScrollArea } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { useDeclarations } from '../lib/declarations.js';
import { useSession } from '../lib/session.js';
import { Icon } from './icon.js';
import { type MenuGroup, menuOf } from './menu.js';

/** The menu: what the session's permissions and its role within the vendor allow. */
export function Navigation() {
  const declarations = useDeclarations();
  const session = useSession();
  const { pathname } = useLocation();
  const admin = menuOf(declarations, session, 'admin');
  const vendor = session.me.activeVendor ? menuOf(declarations, session, 'vendor') : [];
  return (
    <ScrollArea type="auto" component="nav" aria-label="Main">
      <NavLink
        component={Link}
        to="/"
        label="Home"
        leftSection={<Icon name="home" />}
        active={pathname === '/'}
      />
      {admin.map((group) => (
        <Group key={group.label} group={group} pathname={pathname} />
      ))}
      {vendor.length > 0 && (
        <NavLink
          label={session.me.activeVendor?.displayName}
          leftSection={<Icon name="catalog" />}
          defaultOpened={pathname.startsWith('/vendor')}
        >
          {vendor
            .flatMap(({ items }) => items)
            .map((item) => (
              <NavLink
                key={item.to}
                component={Link}
                to={item.to}
                label={item.label}
                active={isWithin(pathname, item.to)}
              />
            ))}
        </NavLink>
      )}
    </ScrollArea>
  );
}

const isWithin = (pathname: string, to: string) => pathname === to || pathname.startsWith(`${to}/`);

function Group({ group: { label, icon, items }, pathname }: { group: MenuGroup; pathname: string }) {
  // The longest that fits: `/admin/orders` is no place within `/admin/orders/…` of another list.
  const current = items
    .filter(({ to }) => isWithin(pathname, to))
    .sort((one, other) => other.to.length - one.to.length)[0];
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
