import { Button, Group, Stack, Text } from '@mantine/core';
import { ActButton } from '../../generic/act-button.js';
import { EmbeddedList } from '../../generic/embedded-list.js';

/** Codes for one order each, beside the code of the discount itself. */
export function CodesPanel({ id }: { id: string }) {
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Text size="sm" c="dimmed" maw={520}>
          Each code is for one order and has the terms of this discount. A cancelled order gives its code
          back.
        </Text>
        <Group gap="xs">
          <Button variant="default" size="sm" component="a" href={`/admin/discounts/${id}/codes/export`}>
            Download all
          </Button>
          <ActButton
            operation="postAdminDiscountsByIdCodes"
            path={{ id }}
            label="Make codes"
            text="Each begins with the prefix, followed by ten letters and digits that nobody guesses."
            done="The codes are made"
          />
        </Group>
      </Group>
      <EmbeddedList operation="getAdminDiscountsByIdCodes" params={{ id }} />
    </Stack>
  );
}
