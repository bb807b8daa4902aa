import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { EmbeddedList } from '../../generic/embedded-list.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { fullKey, type SettingGroup } from './setting-group.js';

/** Who changed a setting of the group, when, and from what to what. */
export function SettingHistory({ group }: { group: SettingGroup }) {
  const [open, setOpen] = useState(false);
  const session = useSession();
  const audit = useDeclarations().get('getAdminAudit');
  if (!mayCall(audit, session)) return null;
  const keys = group.settings.map(fullKey);
  return (
    <Stack gap="sm">
      <div>
        <Button variant="subtle" size="compact-sm" onClick={() => setOpen(!open)} aria-expanded={open}>
          {open ? 'Hide the history' : 'Who changed what, and when'}
        </Button>
      </div>
      {open && (
        <EmbeddedList
          operation="getAdminAudit"
          fixed={{ 'filters[]': ['entity:eq:setting', `key:in:${keys.join(',')}`] }}
        />
      )}
    </Stack>
  );
}
