import { NavLink, Text } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { useDeclarations } from '../lib/declarations.js';
import { useSession } from '../lib/session.js';
import { Icon } from './icon.js';
import { wholeMenu } from './plugin-menu.js';
import { vendorMenu } from './vendor-menu.js';

/** The menu of the active vendor. */
export function VendorNavigation() {
  const declarations = useDeclarations();
  const session = useSession();
  const { pathname } = useLocation();
  const plugins = wholeMenu(declarations, session, 'vendor').filter(({ icon }) => icon === 'plugins');
  const items = [...vendorMenu(declarations, session), ...plugins];
  const inside = (to: string) => pathname === to || pathname.startsWith(`${to}/`);
  return (
    <>
      <Text size="sm" fw={650} px="sm" py={6} truncate>
        {session.me.activeVendor?.displayName}
      </Text>
      <NavLink
        component={Link}
        to="/vendor"
        label="Home"
        leftSection={<Icon name="home" />}
        active={pathname === '/vendor'}
      />
      {items.map((group) => (
        <NavLink
          key={group.label}
          label={group.label}
          leftSection={<Icon name={group.icon} />}
          defaultOpened={
            group.label === 'Orders' || group.label === 'Products' || group.items.some(({ to }) => inside(to))
          }
        >
          {group.items.map(({ label, to }) => (
            <NavLink key={to} component={Link} to={to} label={label} active={inside(to)} />
          ))}
        </NavLink>
      ))}
    </>
  );
}

/** Whether this address is one of a vendor, or the session has nothing but a vendor. */
export function useVendorSide(): boolean {
  const { me, permissions } = useSession();
  const { pathname } = useLocation();
  return me.activeVendor !== null && (pathname.startsWith('/vendor') || permissions.size === 0);
}
