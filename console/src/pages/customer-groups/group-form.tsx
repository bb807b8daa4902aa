import { Alert, Grid, SegmentedControl, Stack, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { Panel } from '../../generic/panel.js';
import { SaveForm } from '../../generic/save-form.js';
import { textField } from '../../generic/use-draft.js';
import { useEditor } from '../../generic/use-editor.js';
import { data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { bodyOf, type CustomerGroup, draftOf, type GroupDraft, newGroup, newRule } from './group.js';
import { GroupPreview } from './group-preview.js';
import { RulesPanel } from './rules-panel.js';

/** What a group is called and by which rules it is made, beside who would be in it. */
export function GroupForm({ group }: { group: CustomerGroup | null }) {
  const id = group?.id ?? null;
  const { form, save, changedOf, busy, error, fields, conflicts } = useEditor({
    row: group,
    draftOf: (row) => (row ? draftOf(row) : newGroup),
    read: (row: CustomerGroup) => data('getAdminCustomerGroupsById', { path: { id: row.id } }),
    known: Object.keys(newGroup),
  });
  const { draft, set } = form;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const operation = id === null ? 'postAdminCustomerGroups' : 'putAdminCustomerGroupsById';
  const may = mayCall(useDeclarations().get(operation), useSession());
  const byRules = draft.kind === 'rules';

  function submit(event: FormEvent): void {
    event.preventDefault();
    const body = bodyOf(draft);
    if (id === null)
      void save(
        () => data('postAdminCustomerGroups', { body }),
        (made) => void navigate(`/admin/customer-groups/${made.id}`),
      );
    else {
      const { kind: _, ...changes } = body;
      void save(async (edit) => {
        const path = { id };
        const saved = await data('putAdminCustomerGroupsById', { path, body: changedOf(changes), ...edit });
        queries.setQueryData(['getAdminCustomerGroupsById', id], saved);
        return saved;
      }, 'The group is saved');
    }
  }
  return (
    <SaveForm
      {...{ form, submit, busy, error, conflicts, may }}
      label={id === null ? 'Create the group' : 'Save'}
    >
      {!may && <Alert color="gray">Your account may read this group, and not change it.</Alert>}
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: byRules ? 7 : 12 }}>
          <Stack gap="md">
            <Panel title="Group">
              <Stack>
                <TextInput label="Name" required maxLength={120} {...textField(form, fields, 'name')} />
                <Textarea
                  label="Description"
                  autosize
                  maxLength={500}
                  {...textField(form, fields, 'description')}
                />
                {id === null && (
                  <SegmentedControl
                    aria-label="How members are chosen"
                    data={[
                      { value: 'rules', label: 'By rules' },
                      { value: 'static', label: 'By hand' },
                    ]}
                    value={draft.kind}
                    onChange={(kind) =>
                      set({
                        kind: kind as GroupDraft['kind'],
                        rules: kind === 'rules' && draft.rules.length === 0 ? [newRule()] : draft.rules,
                      })
                    }
                  />
                )}
              </Stack>
            </Panel>
            {byRules && <RulesPanel draft={draft} set={set} errors={fields} />}
          </Stack>
        </Grid.Col>
        {byRules && (
          <Grid.Col span={{ base: 12, lg: 5 }}>
            <GroupPreview match={draft.match} rules={draft.rules} />
          </Grid.Col>
        )}
      </Grid>
    </SaveForm>
  );
}
