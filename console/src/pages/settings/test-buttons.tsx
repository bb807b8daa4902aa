import { Group } from '@mantine/core';
import { ActButton } from '../../generic/act-button.js';
import type { SettingGroup } from './setting-group.js';

/** Which operation tries what a group configures. */
function testOf({ scope, name }: SettingGroup) {
  if (scope !== 'admin') return undefined;
  if (name === 'email')
    return { operation: 'postAdminEmailTest', label: 'Send a test mail', done: 'The mail was sent' };
  if (/^(shipping|carrier)/.test(name) && name.includes('carrier'))
    return {
      operation: 'postAdminShippingCarrierTest',
      label: 'Test the account',
      done: 'The carrier accepts the account',
    };
  const provider = /^payments?\.(\w+)$/.exec(name)?.[1];
  if (provider)
    return {
      operation: 'postAdminPaymentGatewaysByProviderIdCheck',
      path: { providerId: provider },
      label: 'Test the credentials',
      done: 'The provider accepts the credentials',
    };
  return undefined;
}

/** The test of a group, beside what it tests; it tries what is saved. */
export function TestButtons({ group, changed }: { group: SettingGroup; changed: boolean }) {
  const test = testOf(group);
  if (!test) return null;
  return (
    <Group>
      <ActButton
        {...test}
        text={
          changed
            ? 'It tries what is saved: your changes are not saved yet.'
            : 'It tries the saved settings now.'
        }
      />
    </Group>
  );
}
