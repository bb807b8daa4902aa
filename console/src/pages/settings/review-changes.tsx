import { Button, Group, Modal, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { type Setting, settingTitle, type Values, valueText } from './setting-group.js';

interface Props {
  settings: readonly Setting[];
  changed: Values;
  values: Values;
  close: () => void;
  save: () => Promise<void>;
}

/** What a save will change, from what to what. */
export function ReviewChanges({ settings, changed, values, close, save }: Props) {
  const [busy, setBusy] = useState(false);
  const rows = settings.filter(({ key }) => key in changed);
  const guarded = rows.find(({ signInMinutes }) => signInMinutes !== null);
  return (
    <Modal opened onClose={close} title="What will change" size="lg">
      <Stack>
        <div className="scroll">
          <Table className="table">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Setting</Table.Th>
                <Table.Th>From</Table.Th>
                <Table.Th>To</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((setting) => (
                <Table.Tr key={setting.key}>
                  <Table.Td>{settingTitle(setting)}</Table.Td>
                  <Table.Td>
                    <Text size="sm" className="clip">
                      {valueText(values[setting.key])}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm" className="clip" fw={600}>
                      {setting.secret
                        ? changed[setting.key] === ''
                          ? '(removed)'
                          : 'A new value'
                        : valueText(changed[setting.key])}
                    </Text>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
        {guarded && (
          <Text size="sm" c="dimmed">
            This needs a sign-in within the last {guarded.signInMinutes} minutes, and every superAdmin gets a
            mail about it.
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Back
          </Button>
          <Button
            loading={busy}
            onClick={() => {
              setBusy(true);
              void save().finally(() => setBusy(false));
            }}
          >
            Save
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
