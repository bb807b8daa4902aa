import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAct } from '../../generic/use-act.js';
import { call, data } from '../../lib/api.js';
import { changeAdminSetting } from '../../lib/change-admin-setting.js';
import { editOf } from '../../lib/edit-tag.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';

export interface EnabledProviders {
  web: string[];
  app: string[];
}

const PROVIDERS = 'payment.enabled_providers';
const placeOf = (option: string) => `checkout_payment.${option}.sort_order`;

/** Where providers are offered: a setting of operators, changed as a whole. */
export function useEnabledProviders() {
  const queries = useQueryClient();
  const may = mayCall(useDeclarations().get('patchAdminSettingsAdmin'), useSession());
  const { act, busy, error } = useAct();
  const change = (providerId: string, platform: 'web' | 'app', on: boolean) =>
    void act(async () => {
      await changeAdminSetting<EnabledProviders>(PROVIDERS, (before) => {
        const others = before[platform].filter((id) => id !== providerId);
        return { ...before, [platform]: on ? [...others, providerId] : others };
      });
      await queries.invalidateQueries({ queryKey: ['getAdminPaymentGateways'] });
    });
  return { may, busy, error, change };
}

/** The places of the options at checkout: settings of the store, one for each option that the platform knows. */
export function useOptionOrder() {
  const may = mayCall(useDeclarations().get('patchAdminSettingsStore'), useSession());
  const settings = useQuery({
    queryKey: ['getAdminSettingsStore'],
    queryFn: ({ signal }) => data('getAdminSettingsStore', { signal }),
  });
  const { act, busy, error } = useAct();
  const place = (option: string) => Number(settings.data?.[placeOf(option)] ?? 0);
  const save = (ordered: readonly string[]) =>
    void act(() => {
      const changes = ordered
        .map((option, index) => [placeOf(option), index * 10] as const)
        .filter(([key, value]) => settings.data?.[key] !== undefined && settings.data[key] !== value);
      return call('patchAdminSettingsStore', {
        body: Object.fromEntries(changes) as never,
        ...editOf(settings.data),
      });
    });
  return { may: may && !busy && settings.data !== undefined, error, place, save };
}
