import { Anchor, Group, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Panel } from '../../generic/panel.js';
import { useAct } from '../../generic/use-act.js';
import { call, data } from '../../lib/api.js';
import { changeAdminSetting } from '../../lib/change-admin-setting.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';

type Mode = 'off' | 'new' | 'changes';
type ByVendor = Readonly<Record<string, Mode>>;

const BY_VENDOR = 'catalog.approval_by_vendor';

const texts: Record<Mode, string> = {
  off: 'nothing waits',
  new: 'new products wait',
  changes: 'new products and changes wait',
};

/** What of this vendor waits for an approval, and why: its own rule, its record, or the setting for all. */
export function ApprovalPanel({ vendorId }: { vendorId: string }) {
  const declarations = useDeclarations();
  const session = useSession();
  const maySee = mayCall(declarations.get('getAdminSettingsAdmin'), session);
  const mayChange = mayCall(declarations.get('patchAdminSettingsAdmin'), session);
  const mayDecide = mayCall(declarations.get('getAdminProductApprovals'), session);
  const settings = useQuery({
    queryKey: ['getAdminSettingsAdmin'],
    queryFn: ({ signal }) => data('getAdminSettingsAdmin', { signal }),
    enabled: maySee,
  });
  const { act, busy, error } = useAct();
  if (!maySee || !settings.data) return null;
  const mode = settings.data['catalog.approval'] as Mode;
  const own = (settings.data[BY_VENDOR] as ByVendor)[vendorId];
  const trustedAfter = Number(settings.data['catalog.approval_trusted_after']);
  const change = (next: string | null) =>
    void act(
      () =>
        changeAdminSetting<ByVendor>(BY_VENDOR, ({ [vendorId]: _, ...others }) =>
          next === null || next === 'setting' ? others : { ...others, [vendorId]: next as Mode },
        ),
      'Saved',
    );
  return (
    <Panel
      title="Approval of products"
      actions={
        mayDecide && (
          <Anchor component={Link} to={`/admin/product-approvals?vendorId=${vendorId}`} size="sm">
            What waits of this vendor
          </Anchor>
        )
      }
    >
      <Stack gap="sm">
        <Group align="flex-end">
          <Select
            label="Of this vendor"
            allowDeselect={false}
            disabled={!mayChange || busy}
            w={{ base: '100%', xs: 440 }}
            data={[
              { value: 'setting', label: `As for every vendor: ${texts[mode]}` },
              ...(['off', 'new', 'changes'] as const).map((value) => ({
                value,
                label: capital(texts[value]),
              })),
            ]}
            value={own ?? 'setting'}
            onChange={change}
          />
        </Group>
        {own === undefined && mode !== 'off' && mayDecide && (
          <Trust vendorId={vendorId} trustedAfter={trustedAfter} />
        )}
        {own !== undefined && trustedAfter > 0 && (
          <Text size="sm" c="dimmed">
            Its own rule counts, however many approvals it has.
          </Text>
        )}
        {error !== null && <ErrorView error={error} />}
      </Stack>
    </Panel>
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** How far the vendor is from being trusted. */
function Trust({ vendorId, trustedAfter }: { vendorId: string; trustedAfter: number }) {
  const trust = useQuery({
    queryKey: ['getAdminProductApprovals', 'in a row', vendorId],
    queryFn: ({ signal }) => approvalsInARow(vendorId, signal),
    enabled: trustedAfter > 0,
  });
  if (trustedAfter === 0)
    return (
      <Text size="sm" c="dimmed" className="linked-text">
        No number of approvals makes a vendor trusted. <SettingLink />
      </Text>
    );
  if (trust.data === undefined) return null;
  const count = trust.data === 1 ? '1 approval' : `${trust.data} approvals`;
  return (
    <Text size="sm" className="linked-text">
      {trust.data >= trustedAfter
        ? `Trusted: ${count} since the last rejection, ${trustedAfter} are needed. Nothing waits.`
        : `Not trusted yet: ${count} since the last rejection of ${trustedAfter} that are needed.`}{' '}
      <SettingLink />
    </Text>
  );
}

function SettingLink() {
  return (
    <Anchor component={Link} to="/settings/admin/catalog" size="sm">
      Setting
    </Anchor>
  );
}

async function approvalsInARow(vendorId: string, signal: AbortSignal): Promise<number> {
  const list = (filters: string[]) =>
    call('getAdminProductApprovals', {
      query: {
        limit: 1,
        sort: 'decidedAt:desc',
        'filters[]': [`vendorId:eq:${vendorId}`, ...filters],
      } as never,
      signal,
    });
  const [rejected] = (await list(['state:eq:rejected'])).data;
  const since = rejected?.decidedAt ? [`decidedAt:gt:${rejected.decidedAt}`] : [];
  return (await list(['state:eq:approved', ...since])).metadata?.total ?? 0;
}
