import { Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { pathOf } from 'haat-client';
import { useState } from 'react';
import { useDeclarations } from '../../lib/declarations.js';
import { dayOf } from '../../lib/format.js';

/** The list that the courier signs when it collects the parcels of a day. */
export function ManifestButton() {
  const { store } = useDeclarations();
  const [day, setDay] = useState(dayOf(Date.now(), store));
  return (
    <Popover position="bottom-end" width={260} trapFocus>
      <Popover.Target>
        <Button variant="default">Manifest</Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <Text size="sm">The parcels of a day, for the signature of the courier.</Text>
          <TextInput
            type="date"
            label="Day"
            value={day}
            onChange={(event) => setDay(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button
              component="a"
              size="sm"
              target="_blank"
              href={`${pathOf('getVendorShippingManifest')}?date=${day}`}
            >
              Download
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
