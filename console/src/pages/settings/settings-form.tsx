import { Alert, Button, Group, Stack, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from 'haat-client';
import { useState } from 'react';
import { mergedText } from '../../generic/merge-fields.js';
import { editOf, isOutdated } from '../../lib/edit-tag.js';
import { call } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { ReviewChanges } from './review-changes.js';
import { SettingField } from './setting-field.js';
import { SettingHistory } from './setting-history.js';
import { groupTitle, neededFor, settingErrors, type SettingGroup, type Values } from './setting-group.js';
import { SenderDomain } from './sender-domain.js';
import { TestButtons } from './test-buttons.js';

/** The settings of a group: edit, look at what changes, save. Secrets are never shown, and set anew. */
export function SettingsForm({ group, values }: { group: SettingGroup; values: Values }) {
  const [edits, setEdits] = useState<Record<string, unknown>>({});
  const [reviewing, setReviewing] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const session = useSession();
  const queries = useQueryClient();
  const patch = group.scope === 'admin' ? 'patchAdminSettingsAdmin' : 'patchAdminSettingsStore';
  const read = group.scope === 'admin' ? 'getAdminSettingsAdmin' : 'getAdminSettingsStore';
  const mayChange = mayCall(useDeclarations().get(patch), session);
  const changed = Object.fromEntries(
    Object.entries(edits).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(values[key])),
  );
  const count = Object.keys(changed).length;
  const keys = group.settings.map(({ key }) => key);
  const refused = error instanceof ApiError ? settingErrors(error.errors, keys) : { fields: {}, others: [] };
  const known = Object.keys(refused.fields).length > 0;

  async function save(): Promise<void> {
    setError(null);
    try {
      const { data: after } = await call(patch, { body: changed as never, ...editOf(values) });
      queries.setQueryData([read], after);
      void queries.invalidateQueries({ queryKey: ['getAdminAudit'] });
      // Of credentials another setting says who may change them.
      void queries.invalidateQueries({ queryKey: ['getAdminSettings'] });
      notifications.show({
        color: 'teal',
        message: count === 1 ? 'Saved 1 setting' : `Saved ${count} settings`,
      });
      setEdits({});
    } catch (thrown) {
      if (isOutdated(thrown)) {
        // What was typed stays, above what somebody else has saved: the review shows both.
        await queries.invalidateQueries({ queryKey: [read] });
        notifications.show({ color: 'yellow', message: mergedText(0) });
      } else setError(thrown);
    }
    setReviewing(false);
  }

  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Title order={2}>{groupTitle(group)}</Title>
        <TestButtons group={group} changed={count > 0} />
      </Group>
      {group.scope === 'admin' && group.name === 'email' && <SenderDomain />}
      {!mayChange && <Alert color="gray">Your account may read these settings, and not change them.</Alert>}
      <Stack gap="md">
        {group.settings.map((setting) => (
          <SettingField
            key={setting.key}
            setting={setting}
            stored={values[setting.key]}
            edited={edits[setting.key]}
            error={refused.fields[setting.key]}
            disabled={!mayChange || !session.permissions.has(setting.permission)}
            needed={mayChange ? neededFor(setting, session.permissions) : undefined}
            onChange={(value) => setEdits({ ...edits, [setting.key]: value })}
            onReset={() => {
              const { [setting.key]: _, ...rest } = edits;
              setEdits(rest);
            }}
          />
        ))}
      </Stack>
      {error !== null && !known && <ErrorView error={error} />}
      {known && refused.others.length > 0 && <Alert color="red">{refused.others.join('; ')}</Alert>}
      {mayChange && (
        <Group justify="flex-end">
          {count > 0 && (
            <Button variant="default" onClick={() => setEdits({})}>
              Discard
            </Button>
          )}
          <Button disabled={count === 0} onClick={() => setReviewing(true)}>
            {count === 0 ? 'Nothing changed' : count === 1 ? 'Review 1 change' : `Review ${count} changes`}
          </Button>
        </Group>
      )}
      {reviewing && (
        <ReviewChanges
          settings={group.settings}
          changed={changed}
          values={values}
          close={() => setReviewing(false)}
          save={save}
        />
      )}
      <SettingHistory group={group} />
    </Stack>
  );
}
