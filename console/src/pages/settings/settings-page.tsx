import { Grid, NavLink, Select, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import { data } from '../../lib/api.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { SettingsForm } from './settings-form.js';
import { addressName, groupsOf, groupTitle, type SettingGroup } from './setting-group.js';

const addressOf = ({ scope, name }: SettingGroup) => `/settings/${scope}/${addressName(name)}`;

/** Settings, group by group. */
export function Page() {
  const { scope, group: address } = useParams();
  const navigate = useNavigate();
  const group = address && addressName(address);
  const declared = useQuery({
    queryKey: ['getAdminSettings'],
    queryFn: ({ signal }) => data('getAdminSettings', { signal }),
    staleTime: Infinity,
  });
  if (declared.isLoadingError)
    return <ErrorView error={declared.error} retry={() => void declared.refetch()} />;
  if (declared.isPending) return <PageLoader />;
  const groups = groupsOf(declared.data);
  // A link may name the first word of a group alone, `/settings/admin/payment`.
  const current =
    groups.find((item) => item.scope === scope && addressName(item.name) === group) ??
    groups.find((item) => item.scope === scope && addressName(item.name).startsWith(`${group ?? ''}-`)) ??
    (scope === undefined ? (groups.find(({ name }) => name === 'branding') ?? groups[0]) : undefined);
  if (!current) return <Text>There is no such group of settings.</Text>;
  if (current.scope !== scope || addressName(current.name) !== address)
    return <Navigate to={addressOf(current)} replace />;
  const names = { admin: 'Platform', store: 'Store' };
  return (
    <Stack gap="md">
      <Title order={1}>Settings</Title>
      <Select
        hiddenFrom="md"
        aria-label="Group of settings"
        data={(['admin', 'store'] as const).map((item) => ({
          group: names[item],
          items: groups
            .filter((own) => own.scope === item)
            .map((own) => ({ value: addressOf(own), label: groupTitle(own) })),
        }))}
        value={addressOf(current)}
        allowDeselect={false}
        onChange={(to) => to && void navigate(to)}
      />
      <Grid gap="xl">
        <Grid.Col span={3} visibleFrom="md">
          <nav aria-label="Groups of settings">
            {(['store', 'admin'] as const).map((item) => (
              <div key={item}>
                <Text size="xs" fw={600} c="dimmed" px="sm" py={6}>
                  {names[item]}
                </Text>
                {groups
                  .filter((own) => own.scope === item)
                  .map((own) => (
                    <NavLink
                      key={own.name}
                      component={Link}
                      to={addressOf(own)}
                      label={groupTitle(own)}
                      active={own === current}
                    />
                  ))}
              </div>
            ))}
          </nav>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 9 }}>
          <Values key={addressOf(current)} group={current} />
        </Grid.Col>
      </Grid>
    </Stack>
  );
}

function Values({ group }: { group: SettingGroup }) {
  const id = group.scope === 'admin' ? 'getAdminSettingsAdmin' : 'getAdminSettingsStore';
  const values = useQuery({ queryKey: [id], queryFn: ({ signal }) => data(id, { signal }) });
  if (values.isLoadingError) return <ErrorView error={values.error} retry={() => void values.refetch()} />;
  if (values.isPending) return <PageLoader />;
  return <SettingsForm group={group} values={values.data} />;
}
