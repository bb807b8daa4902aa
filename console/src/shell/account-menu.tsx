import { Avatar, Menu, UnstyledButton } from '@mantine/core';
import { useNavigate } from 'react-router';
import { client, data } from '../lib/api.js';
import { useRefreshSession, useSession } from '../lib/session.js';

export function AccountMenu() {
  const { me } = useSession();
  const refresh = useRefreshSession();
  const navigate = useNavigate();
  async function signOut(): Promise<void> {
    await client.call('postAuthSignOut', { body: {} });
    // What was typed and not saved is for this person alone.
    for (const key of Object.keys(localStorage)) if (key.startsWith('draft:')) localStorage.removeItem(key);
    location.assign('/console/');
  }
  async function switchTo(vendorId: string): Promise<void> {
    await data('putMeActiveVendor', { body: { vendorId } });
    await refresh();
    await navigate('/vendor');
  }
  const initials = (me.user.name ?? me.user.email ?? '?')
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton aria-label={`${initials}, account`}>
          <Avatar color="teal" size={34} radius="xl">
            {initials}
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{me.user.email}</Menu.Label>
        <Menu.Item onClick={() => void navigate('/account')}>Account and security</Menu.Item>
        {me.vendors.length > 0 && <Menu.Label>Shops</Menu.Label>}
        {me.vendors.map((vendor) => (
          <Menu.Item
            key={vendor.id}
            onClick={() => void switchTo(vendor.id)}
            fw={vendor.id === me.activeVendor?.id ? 700 : undefined}
          >
            {vendor.displayName}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
